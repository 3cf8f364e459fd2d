/** Files a person chose or dropped, as one model choice: those of one folder, by name. Nothing is read here. */
import type { ModelChoice } from "../calls.ts";

/** From a file input; of a folder only the files directly in it. */
export function chosenFiles(list: FileList): ModelChoice {
  const files = [...list].filter((file) => file.webkitRelativePath.split("/").length <= 2);
  const folder = list[0]?.webkitRelativePath.split("/")[0];
  return modelOf(folder || undefined, files);
}

/** From a drop: one folder, or files. Must be called while the drop's event is handled. */
export async function droppedFiles(transfer: DataTransfer): Promise<ModelChoice> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const loose = [...transfer.files];
  const folder = entries.find((entry) => entry.isDirectory);
  if (folder === undefined) return modelOf(undefined, loose);
  const inside = await entriesOf((folder as FileSystemDirectoryEntry).createReader());
  const files = inside.filter((entry) => entry.isFile).map((entry) => fileOf(entry as FileSystemFileEntry));
  return modelOf(folder.name, await Promise.all(files));
}

function modelOf(folder: string | undefined, files: readonly File[]): ModelChoice {
  const name = folder ?? (files.length === 1 ? files[0]!.name : "chosen files");
  return { kind: "local", name, files: Object.fromEntries(files.map((file) => [file.name, file])) };
}

/** A reader gives a folder in portions; an empty one is the last. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return all;
    all.push(...portion);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
