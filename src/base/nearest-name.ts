/**
 * The name somebody probably meant. Separate because commands and choices of the terminal, fields of a request and
 * options of an engine all ask. Invariant: a suggestion is near; a wrong guess is worse than none.
 */

/** Edits (insert, delete, replace, swap of neighbours) from one text to the other. */
function editDistance(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let best = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (swapped) best = Math.min(best, beforePrevious[j - 2]! + 1);
      row.push(best);
    }
    beforePrevious = previous;
    previous = row;
  }
  return previous[to.length]!;
}

/** Letters only: `top_p`, `top-p` and `topP` are one name in three spellings. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}

/** The nearest of `names`, if at most two edits, and fewer than half of the letters, lie between. */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  // Longer than any name with two edits more: no need to measure.
  if (word.length > 64) return undefined;
  const wanted = letters(word);
  let best: string | undefined;
  let bestDistance = 3;
  for (const name of names) {
    const other = letters(name);
    const distance = editDistance(wanted, other);
    if (distance < bestDistance && distance * 2 < Math.max(wanted.length, other.length)) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}
