import { readFile } from 'node:fs/promises'
import { buildWhenChanged, filesIn } from './build.mjs'
import { at, ended, spawnNode } from './workspace.mjs'

/**
 * Writes what the web derives from the contract and git does not keep, when the contract or the forms of the web have changed:
 * the names of calls (`web/src/kernel/call/features`) and the rules of forms (`web/src/form/calls`).
 */
export async function ensureGenerated() {
  const forms = await importedForms()
  await buildWhenChanged({
    name: 'generated',
    settings: forms.join(' '),
    sources: ['packages/contract', 'packages/domain/src', 'package-lock.json'],
    result: at('web', 'src', 'kernel', 'call', 'features', 'features.gen.ts'),
    async build() {
      const write = spawnNode([at('packages', 'contract', 'scripts', 'write-call-table.ts'), ...forms])
      if ((await ended(write)) !== 0) throw new Error('由接口定义生成代码失败')
    },
  })
}

/** Names of the modules of rules that the web imports: each form has one of its own, and no page loads others. */
async function importedForms() {
  const files = (await filesIn(at('web', 'src'))).filter((file) => /(?<!\.gen)\.tsx?$/.test(file))
  /** @type {string[]} */
  const imports = []
  // One after the other, because a container may open a thousand files at once and no more.
  for (const file of files)
    for (const [, name = ''] of (await readFile(file, 'utf8')).matchAll(/'[./]+(?:form\/)?calls\/([\w-]+\.gen\.ts)'/g))
      imports.push(name)
  return [...new Set(imports)].sort()
}
