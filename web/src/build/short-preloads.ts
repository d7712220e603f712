import type { BuildOptions, Plugin } from 'vite'

type Resolve = Extract<NonNullable<BuildOptions['modulePreload']>, object>['resolveDependencies']

/**
 * Shortens the preload list of each lazy import by the files that are already loaded when its importer runs: the
 * entry, and all imports of the importer. The browser loads the remaining files in parallel. For
 * `build.modulePreload.resolveDependencies`.
 */
export function shortPreloads(): { readonly plugin: Plugin; readonly resolveDependencies: NonNullable<Resolve> } {
  const running = new Map<string, ReadonlySet<string>>()
  return {
    plugin: {
      name: 'short-preloads',
      apply: 'build',
      enforce: 'pre',
      generateBundle: {
        order: 'pre',
        handler(_, bundle) {
          const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
          const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]))
          const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
          for (const { fileName } of chunks) running.set(fileName, reached([fileName, ...entries], importsOf))
        },
      },
    },
    resolveDependencies: (_file, deps, { hostId }) => deps.filter((dep) => !running.get(hostId)?.has(dep)),
  }
}

/** These files and all their direct and indirect imports. */
function reached(files: readonly string[], importsOf: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set<string>()
  const open = [...files]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    open.push(...(importsOf.get(file) ?? []))
  }
  return seen
}
