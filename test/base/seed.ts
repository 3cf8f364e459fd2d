/**
 * The seed that random tests draw from: a new one in each process, so that every run tries other inputs. What fails names
 * it (fast-check and the suites do), and QWERK_SEED gives the same inputs again.
 */
export const SEED = Number(process.env["QWERK_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
