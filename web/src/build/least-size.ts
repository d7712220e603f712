/** Modules that come in one file. */
export interface Piece {
  readonly ids: readonly string[]
  /** Entries that load them: screens, and parts of screens that are loaded later. */
  readonly users: ReadonlySet<string>
  /** Characters of their sources. */
  readonly size: number
  /** Whether a style sheet belongs to them, which is one more file. */
  readonly hasStyle: boolean
}

export interface Prices {
  /** What a file costs beside its size, in characters of source. */
  readonly file: number
  /** How often an entry is loaded, relative to the others. */
  weightOf(entry: string): number
}

/**
 * Joins pieces as long as their users together load less by it. A file for each piece would be exact, but hundreds of
 * files of a kilobyte cost a browser with six connections one round trip after another. Whoever loads a joined piece
 * also loads what any of its modules imports, so that is counted, too.
 *
 * Two pieces stay apart where a third imports one and is imported by the other: chunks that import each other run in no
 * promised order.
 * @param fixed pieces that are not joined with others
 */
export function joinPieces(
  loose: readonly Piece[],
  fixed: readonly Piece[],
  importsOf: (id: string) => readonly string[],
  { file, weightOf }: Prices,
): readonly Piece[] {
  const chunks = [...loose, ...fixed].map((piece) => ({ ...piece, imports: new Set<Chunk>() }))
  const chunkOf = new Map(chunks.flatMap((chunk) => chunk.ids.map((id) => [id, chunk])))
  for (const chunk of chunks)
    for (const id of chunk.ids.flatMap(importsOf)) {
      const other = chunkOf.get(id)
      if (other !== undefined && other !== chunk) chunk.imports.add(other)
    }
  const weigh = (users: ReadonlySet<string>) => {
    let sum = 0
    for (const user of users) sum += weightOf(user)
    return sum
  }
  const loadOf = ({ size, hasStyle }: Piece) => size + file * (hasStyle ? 2 : 1)
  const gainOf = (one: Chunk, other: Chunk): number => {
    if (one.users.isDisjointFrom(other.users)) return 0
    const users = one.users.union(other.users)
    const whole = loadOf({ ...one, size: one.size + other.size, hasStyle: one.hasStyle || other.hasStyle })
    let gain = weigh(one.users) * loadOf(one) + weigh(other.users) * loadOf(other) - weigh(users) * whole
    if (gain <= 0) return 0
    for (const chunk of reachedBy(one).union(reachedBy(other)))
      if (chunk !== one && chunk !== other) gain -= weigh(users.difference(chunk.users)) * loadOf(chunk)
    return gain
  }
  const left = new Set(chunks.slice(0, loose.length))
  const pairsWith = (one: Chunk, others: Iterable<Chunk>): Pair[] =>
    Array.from(others, (other) => ({ one, other, gain: gainOf(one, other) })).filter(({ gain }) => gain > 0)
  let pairs = [...left].flatMap((one, index) => pairsWith(one, [...left].slice(index + 1)))
  for (let best = bestOf(pairs); best !== undefined; best = bestOf(pairs)) {
    const { one, other } = best
    const gain = gainOf(one, other)
    // Joining others may have changed who loads these.
    if (gain < best.gain) best.gain = gain
    else if (isBetween(one, other) || isBetween(other, one)) best.gain = 0
    else {
      const whole = join(one, other, chunks)
      left.delete(one)
      left.delete(other)
      pairs = pairs.filter((pair) => left.has(pair.one) && left.has(pair.other))
      pairs.push(...pairsWith(whole, left))
      left.add(whole)
    }
  }
  return [...left]
}

interface Chunk extends Piece {
  users: ReadonlySet<string>
  readonly imports: Set<Chunk>
}

interface Pair {
  readonly one: Chunk
  readonly other: Chunk
  gain: number
}

function bestOf(pairs: readonly Pair[]): Pair | undefined {
  let best: Pair | undefined
  for (const pair of pairs) if (pair.gain > (best?.gain ?? 0)) best = pair
  return best
}

function reachedBy({ imports }: Chunk): Set<Chunk> {
  const seen = new Set(imports)
  for (const chunk of seen) for (const next of chunk.imports) seen.add(next)
  return seen
}

/** Whether a chunk leads to another by a third. */
const isBetween = (from: Chunk, to: Chunk): boolean =>
  Iterator.from(from.imports).some((chunk) => chunk !== to && reachedBy(chunk).has(to))

function join(one: Chunk, other: Chunk, chunks: Chunk[]): Chunk {
  const whole: Chunk = {
    ids: [...one.ids, ...other.ids],
    users: one.users.union(other.users),
    size: one.size + other.size,
    hasStyle: one.hasStyle || other.hasStyle,
    imports: one.imports.union(other.imports),
  }
  whole.imports.delete(one)
  whole.imports.delete(other)
  for (const { imports } of chunks) if ([imports.delete(one), imports.delete(other)].includes(true)) imports.add(whole)
  for (const chunk of reachedBy(whole)) chunk.users = chunk.users.union(whole.users)
  chunks.push(whole)
  return whole
}
