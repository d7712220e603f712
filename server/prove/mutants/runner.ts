import { join } from 'node:path'
import { createVitest, type TestModule, type Vitest } from 'vitest/node'

/** How a run of some test files ended. */
export interface Verdict {
  /** File and title of the first test that failed; null where all passed. */
  readonly named: string | null
  /** Wall time, ms. */
  readonly ms: number
}

export type Project = 'unit' | 'api'

export interface Runner {
  /** The next run of each project loads this source anew. */
  invalidate(path: string): void
  /** Runs files of one project until one fails. */
  run(project: Project, files: readonly string[]): Promise<Verdict>
  close(): Promise<void>
}

/**
 * A runner that stays: PostgreSQL is started once, and only what changed is loaded anew.
 * @param tree the copy in which faults are planted
 */
export async function openRunner(tree: string): Promise<Runner> {
  process.chdir(tree)
  const opened = new Map<Project, Promise<Vitest>>()
  const changed: Record<Project, Set<string>> = { unit: new Set(), api: new Set() }
  const vitestOf = (project: Project) => {
    const made = opened.get(project) ?? open(project)
    opened.set(project, made)
    return made
  }
  async function open(project: Project): Promise<Vitest> {
    const vitest = await createVitest('test', { root: tree, project, watch: false, bail: 1, reporters: [{}] })
    await vitest.standalone()
    return vitest
  }
  return {
    invalidate(path) {
      for (const paths of Object.values(changed)) paths.add(join(tree, path))
    },
    async run(project, files) {
      const begun = performance.now()
      const vitest = await vitestOf(project)
      for (const file of changed[project]) vitest.invalidateFile(file)
      // It answers with the files of all runs so far.
      vitest.state.filesMap.clear()
      changed[project].clear()
      const specifications = files.flatMap((file) =>
        vitest.getProjectByName(project).createSpecification(join(tree, file)),
      )
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
      return {
        named: firstFailure(testModules, tree) ?? (unhandledErrors.length > 0 ? 'an unhandled error' : null),
        ms: performance.now() - begun,
      }
    },
    async close() {
      for (const vitest of opened.values()) await (await vitest).close()
    },
  }
}

function firstFailure(testModules: readonly TestModule[], tree: string): string | null {
  for (const module of testModules) {
    const file = module.moduleId.slice(tree.length + 1)
    for (const test of module.children.allTests('failed')) return `${file} › ${test.fullName}`
    if (module.state() === 'failed') return `${file} (did not load)`
  }
  return null
}
