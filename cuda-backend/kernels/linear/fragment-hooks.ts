/**
 * How native kernels read a weight in fragment order: a lane takes what it needs of a panel in 16-byte loads, and makes
 * registers of signed bytes from it, tile by tile. Both hooks are read off the order's map, so a body by hand knows
 * that lanes, tiles and registers lie as operand A of m16n8k32 wants them, and nothing of a format.
 */
import { halfHigh, halfLow, type I32, type KernelBuilder, type Memory } from "../../../codegen/builder.ts";
import { byteFactor, type RegisterPart, registerOf } from "../../../shaders/weights/fragments.ts";
import { FRAGMENT_ROWS, type FragmentOrder } from "../../../src/base/formats/fragments.ts";
import { fragmentsOf, matrixLayout, type WeightFormat } from "../../../src/base/formats/registry.ts";
import { NUMBERS } from "../../../src/base/integers.ts";
import { invariant, present } from "../../../src/base/invariant.ts";
import { floatArray, intArray, intParameter } from "../native-source.ts";

/** Words of one load. */
const VECTOR = 4;
/** Columns of a register of a step of m16n8k32, and of all its four registers of a row. */
const BYTES = 4;
const STEP_COLUMNS = 32;

/** A lane's words of a plane of a panel. */
interface LaneWords {
  readonly plane: number;
  /** First word of each vector of lane 0, and where the lane's words stand among all it takes. */
  readonly vectors: readonly number[];
  readonly start: number;
  /** Words from lane 4 LINE + QUAD to those of the next QUAD and LINE. */
  readonly perQuad: number;
  readonly perLine: number;
}

function laneWords(order: FragmentOrder): readonly LaneWords[] {
  let start = 0;
  return order.planes.map(({ from }, plane) => {
    const count = order.unitWords(plane, order.panelColumns);
    const own = Array.from({ length: count }, (_, word) => word).filter((word) => {
      const { row, column } = order.word(NUMBERS, plane, word);
      return row % 8 === 0 && (from === undefined || Math.floor(column / BYTES) % 4 === 0);
    });
    const vectors = own.filter((word) => word % VECTOR === 0);
    invariant(vectors.length * VECTOR === own.length, `plane ${plane} is read in whole vectors`);
    const at = (row: number, column: number): number =>
      order.field(NUMBERS, order.panelColumns, plane, row, column, 1).word;
    const words = { plane, vectors, start, perQuad: from === undefined ? 0 : at(0, BYTES), perLine: at(1, 0) };
    start += own.length;
    return words;
  });
}

/** Where the field of an element of lane 0 stands among the lane's words. */
function laneField(order: FragmentOrder, words: LaneWords, row: number, column: number): { word: number; bit: number } {
  const { word, bit } = order.field(NUMBERS, order.panelColumns, words.plane, row, column, 1);
  const vector = words.vectors.findIndex((first) => first <= word && word < first + VECTOR);
  return { word: words.start + VECTOR * vector + (word - words.vectors[vector]!), bit };
}

export interface FragmentFacts {
  /** Rows of a unit, and columns of a tile and of a panel. */
  readonly UNIT: number;
  readonly TILE_COLUMNS: number;
  readonly PANEL_COLUMNS: number;
  /** 32-bit words a lane takes of a panel, registers it makes of a tile. */
  readonly WORDS: number;
  readonly REGISTERS: number;
}

/**
 * Declares the matrices of the roles and their hooks:
 * `load_panel(buffers, matrix, unit, panel, lane, words)`, and
 * `tile_codes(words, tile, codes, scales)`: register r of step s of 32 columns in `codes[4 s + r]`, and the scales
 * of rows lane / 4 and lane / 4 + 8, by which sums of its bytes' products are multiplied.
 */
export function fragmentHooks(
  k: KernelBuilder,
  matrices: readonly { readonly role: string; readonly rows: number; readonly columns: number }[],
  format: WeightFormat,
): { readonly bind: () => void; readonly declare: () => void; readonly facts: FragmentFacts } {
  const order = fragmentsOf(format);
  const planes = laneWords(order);
  const total = planes.reduce((sum, { vectors }) => sum + VECTOR * vectors.length, 0);
  const steps = order.tileColumns / STEP_COLUMNS;
  const memories: Memory[] = [];

  const loadPanel = (memory: Memory, rows: number, columns: number): void => {
    const layout = matrixLayout(format, rows, columns, "fragments");
    const panels = Math.ceil(columns / order.panelColumns);
    const panel = k.let("panel_index", intParameter("unit").mul(panels).add(intParameter("panel")));
    const [lane, out] = [intParameter("lane"), intArray("words")];
    for (const { plane, vectors, start, perQuad, perLine } of planes) {
      const inPanel =
        perQuad * 4 === perLine
          ? lane.mul(perQuad / VECTOR)
          : lane
              .div(4)
              .mul(perLine / VECTOR)
              .add(lane.rem(4).mul(perQuad / VECTOR));
      const first = layout.planes[plane]!.offset / 4 / VECTOR;
      const at = k.let(
        `plane${plane}`,
        panel
          .mul(order.unitWords(plane, order.panelColumns) / VECTOR)
          .add(inPanel)
          .add(first),
      );
      for (const [v, vector] of vectors.entries()) {
        const words = k.loadWords(`word${plane}_`, memory, at.add(vector / VECTOR), VECTOR);
        for (const [i, word] of words.entries()) k.assignAt(out, start + VECTOR * v + i, word);
      }
    }
  };

  const tileCodes = (): void => {
    const [tile, words] = [intParameter("tile"), intArray("words")];
    const lastTile = order.panelColumns / order.tileColumns - 1;
    // Words of later tiles lie behind those of the first by one distance, or in vectors of their own.
    const wordOf = (own: LaneWords, row: number, column: number): { readonly word: I32; readonly bit: number } => {
      const places = Array.from({ length: lastTile + 1 }, (_, t) =>
        laneField(order, own, row, column + t * order.tileColumns),
      );
      const { word: first, bit } = places[0]!;
      const distance = places[1]!.word - first;
      const even = places.every((place, t) => place.word === first + t * distance && place.bit === bit);
      invariant(even, `tiles of plane ${own.plane} follow each other`);
      return { word: words.at(tile.mul(distance).add(first)), bit };
    };
    for (let step = 0; step < steps; step++) {
      for (let register = 0; register < 4; register++) {
        const [row, column] = [8 * (register % 2), STEP_COLUMNS * step + 16 * Math.floor(register / 2)];
        const parts: RegisterPart[] = planes
          .filter(({ plane }) => order.planes[plane]!.from !== undefined)
          .map((own) => ({ plane: own.plane, ...wordOf(own, row, column) }));
        k.assignAt(intArray("codes"), 4 * step + register, registerOf(order, parts));
      }
    }
    const scales = present(planes.at(-1), "plane of scales");
    const both = k.let("both_scales", wordOf(scales, 0, 0).word);
    k.assignAt(floatArray("scales"), 0, halfLow(both.bitsU32()).mul(byteFactor(order)));
    k.assignAt(floatArray("scales"), 1, halfHigh(both.bitsU32()).mul(byteFactor(order)));
  };

  const int = (name: string) => ({ name, type: "i32" }) as const;
  const words = { ...int("words"), length: total };
  return {
    bind: () => {
      for (const { role } of matrices) memories.push(k.buffer(role, "i32", "read"));
    },
    declare: () => {
      const place = [int("matrix"), int("unit"), int("panel"), int("lane")];
      k.hook("load_panel", [...place, { ...words, output: true }], () => {
        for (const [i, { rows, columns }] of matrices.entries()) {
          k.if(intParameter("matrix").eq(i), () => loadPanel(memories[i]!, rows, columns));
        }
      });
      const codes = { ...int("codes"), length: 4 * steps, output: true };
      const scales = { name: "scales", type: "f32", length: 2, output: true } as const;
      k.hook("tile_codes", [words, int("tile"), codes, scales], tileCodes);
    },
    facts: {
      UNIT: FRAGMENT_ROWS,
      TILE_COLUMNS: order.tileColumns,
      PANEL_COLUMNS: order.panelColumns,
      WORDS: total,
      REGISTERS: 4 * steps,
    },
  };
}
