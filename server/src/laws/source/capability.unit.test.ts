import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@cheyi/contract/index'
import type { Call } from '@cheyi/contract/kernel/call'
import { menuOf, menus, type PermissionKey, permissionKeys } from '@cheyi/domain/permission'
import { settingNames } from '@cheyi/domain/platform/merchant/setting'
import { isKeyShown, isSettingShown, keysOfNoRole } from '@cheyi/domain/platform/role/built-parts'
import { expect, it } from 'vitest'

/*
 * Everything that a merchant can set has an effect: a right opens a call or a screen, a setting is read by the server. Rights of parts that
 * are not built are listed in domain/role/built-parts.ts, only until the part exists.
 */

const root = join(import.meta.dirname, '../../../..')
const read = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\/(testing|seed)\/|\.gen\.ts$/.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')

const calls: readonly Call[] = Object.values(contract).flatMap((rows) => Object.values(rows) as Call[])
const screens = read('web/src/*/*/screens.ts')
const rules = `${read('server/src/**/*.ts')}\n${read('packages/domain/src/*/!(merchant|lookup)/**/*.ts')}`

/** Screens are not loaded here: a row contains its right in its text. */
const opensScreen = (key: string) => screens.includes(`'${key}'`)
const callsOf = (key: string) => calls.filter(({ permission }) => [permission].flat().includes(key as never))

/** A single word is too common to be searched in the rules. */
const isOpening = (key: string) =>
  callsOf(key).length > 0 || opensScreen(key) || (key.includes('.') && rules.includes(`'${key}'`))
/** A page without a screen of its own represents its actions. */
const actionsOf = (key: PermissionKey) =>
  menus
    .filter(({ parentId }) => parentId === menuOf(key).id)
    .filter((menu) => isKeyShown(menu.key))
    .map((menu) => menu.key)

it.each(permissionKeys.filter(isKeyShown))('%s opens a call or a screen', (key) => {
  expect([key, ...actionsOf(key)].some(isOpening)).toBe(true)
})

it.each(permissionKeys.filter((key) => !isKeyShown(key) && !keysOfNoRole.includes(key)))(
  '%s is hidden, and nothing asks for it alone',
  (key) => {
    expect(
      callsOf(key).filter(({ permission }) => [permission].flat().every((one) => !isKeyShown(one as never))),
    ).toEqual([])
    expect(opensScreen(key)).toBe(false)
  },
)

it.each(settingNames.filter(isSettingShown))('%s is read by the server', (name) => {
  expect(new RegExp(`\\b${name}\\b`).test(rules)).toBe(true)
})
