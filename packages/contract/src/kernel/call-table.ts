import type { Call } from './call.ts'

type Features = Readonly<Record<string, Readonly<Record<string, Call>>>>

const WRITTEN = '// Written by packages/contract/scripts/write-call-table.ts from the contract.\n'

/**
 * Generates the web's tables of calls, text by file name: a module for each feature and one that exports them all. A call
 * becomes one text of method, path and invalidations, which the build inlines; input and answer are types only.
 */
export function callTables(contract: Features): ReadonlyMap<string, string> {
  const features = Object.keys(contract).map((feature) => `export * as ${feature} from './${tableOf(feature)}'\n`)
  return new Map([
    ['features.gen.ts', WRITTEN + features.join('')],
    ...Object.entries(contract).map(
      ([feature, calls]) => [tableOf(feature), featureTable(contract, feature, calls)] as const,
    ),
  ])
}

/** For example `second-factor.gen.ts`. */
const tableOf = (feature: string): string =>
  `${feature.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.gen.ts`

function featureTable(contract: Features, feature: string, calls: Features[string]): string {
  const rows = Object.entries(calls).map(
    ([name, call]) => `export const ${name} = '${text(contract, feature, call)}' as CallOf<'${feature}', '${name}'>\n`,
  )
  return `${WRITTEN}import type { CallOf } from '../wire.ts'\n\n${rows.join('')}`
}

/** Feature, method and path, then the reads that a write invalidates besides its own feature: `-` when it changes nothing that is read. */
const text = (contract: Features, feature: string, { method, path, refreshes = [], changes }: Call): string =>
  [feature, method, path, ...(changes === false ? ['-'] : refreshes.map((target) => keyOf(contract, target)))].join(' ')

/** Cache key of the web: the feature, or feature and path for one call. */
function keyOf(contract: Features, target: string): string {
  const [feature = '', name] = target.split('.')
  if (name === undefined) return feature
  const call = contract[feature]?.[name]
  if (call === undefined) throw new Error(`no call ${target}`)
  return `${feature},${call.path}`
}
