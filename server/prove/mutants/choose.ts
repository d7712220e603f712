import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { modules } from '../../src/testing/modules.ts'
import { shuffleFrom } from '../attack/random.ts'
import { type FaultKind, type Mutation, mutationsOf } from './mutations.ts'

/** A fault with the file that it is planted into. */
export interface Planted extends Mutation {
  /** Below the root of the workspace. */
  readonly path: string
  readonly module: string
}

/** Below which folder of a package the modules lie, and what of them is looked at. */
const PACKAGES = ['packages/domain/src', 'packages/contract/src', 'server/src']
/** Data, and code that runs in child processes or only in tests, are no rules of a feature. */
const LEFT_OUT = /\.test\.ts$|\.gen\.ts$|\/(simulator|testing)\//

/** The sources of the modules: rules, calls, handlers and statements. */
function sources(root: string): { path: string; module: string }[] {
  return PACKAGES.flatMap((folder) =>
    modules.flatMap((module) =>
      globSync(`${folder}/${module}/**/*.ts`, { cwd: root })
        .filter((path) => !LEFT_OUT.test(path))
        .map((path) => ({ path, module })),
    ),
  ).toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/**
 * The faults of a run: as many from each module, and in each the kinds in turn, since most places where a fault fits are comparisons. One
 * seed always gives the same on one tree.
 */
export function chooseMutations(
  root: string,
  { count, seed, only }: { count: number; seed: number; only?: string },
): Planted[] {
  const shuffle = shuffleFrom(seed)
  const chosenModules = only === undefined ? modules : [only]
  const share = Math.ceil(count / chosenModules.length)
  const all = sources(root)
  return chosenModules.flatMap((module) => {
    const candidates = all
      .filter((source) => source.module === module)
      .flatMap(({ path }) =>
        mutationsOf(path, readFileSync(join(root, path), 'utf8')).map(
          (mutation): Planted => ({ ...mutation, path, module }),
        ),
      )
    return inTurns(shuffle(candidates), share)
  })
}

/** The first of each kind, then the second of each, and so on. */
function inTurns(candidates: readonly Planted[], count: number): Planted[] {
  const byKind = Map.groupBy(candidates, ({ kind }): FaultKind => kind)
  const rounds = Math.max(0, ...[...byKind.values()].map((ofKind) => ofKind.length))
  return Array.from({ length: rounds }, (_, round) => [...byKind.values()].flatMap((ofKind) => ofKind[round] ?? []))
    .flat()
    .slice(0, count)
}
