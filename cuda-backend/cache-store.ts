/**
 * What the backend keeps on disk, as its host offers it. There is one cache folder on a machine and its host knows
 * where; this folder must not, because hosts open it.
 */

export interface CacheStore {
  /** Path of a named folder of the cache; whoever writes there creates it. Undefined where nothing can be kept. */
  folder(name: string): string | undefined;
  /**
   * Makes `<folder(parent)>/<name>` by `fill`, once and whole: present with all `required` files it is taken as it is.
   * @returns its path
   */
  publish(
    parent: string,
    name: string,
    required: readonly string[],
    fill: (folder: string) => Promise<void>,
  ): Promise<string>;
}
