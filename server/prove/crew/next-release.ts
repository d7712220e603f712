import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/workspace.mjs'

/** What a release may do while the one before still serves: add. */
const MIGRATION = `alter table "order" add column next_note text not null default '';
create index order_next_note on "order" (merchant_id, next_note);
alter table payment add column next_note text not null default '';
`

/** The migrations of the workspace and one more, in a new folder. */
export async function nextMigrations(folder: string): Promise<void> {
  await cp(at('server', 'migrations'), folder, { recursive: true })
  await writeFile(join(folder, '9000_next_release.sql'), MIGRATION)
}

/** The workspace with one more migration. @returns what names its programs instead of ours in arguments of Node */
export async function nextRelease(folder: string): Promise<(args: readonly string[]) => string[]> {
  await mkdir(join(folder, 'server'), { recursive: true })
  // The program finds its migrations from where it really is.
  await cp(at('server', 'dist'), join(folder, 'server', 'dist'), { recursive: true })
  await nextMigrations(join(folder, 'server', 'migrations'))
  for (const name of ['node_modules', 'packages', 'web', 'package.json']) await symlink(at(name), join(folder, name))
  for (const name of ['src', 'package.json']) await symlink(at('server', name), join(folder, 'server', name))
  return (args) => args.map((arg) => arg.replace(at('server', 'dist'), join(folder, 'server', 'dist')))
}
