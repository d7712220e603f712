import { globSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { noRooms, rooms, type Side, sides } from '../../testing/floors.ts'

/*
 * A feature has one name in every package: the table of docs/modules.md is compared with the folders, and says what each
 * feature is responsible for.
 */

const root = join(import.meta.dirname, '../../../..')
/** Modules of the contract that are no calls of a room. */
const contractKernel = ['call', 'call-table', 'field', 'form-table', 'index', 'json-limits', 'openapi']

const on = (letter: string) => rooms.filter(({ where }) => where.includes(letter)).map(({ name }) => name)

it.each(Object.entries(sides) as [Side, string][])('the rooms of %s are the folders of %s', (side, folder) => {
  const folders = readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !noRooms[side].includes(entry.name))
    .map(({ name }) => name)
  expect(folders.sort()).toEqual(on(side).sort())
})

it('the modules of the contract are named by their rooms', () => {
  const modules = readdirSync(join(root, 'packages/contract/src'))
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .map((name) => name.slice(0, -'.ts'.length))
    .filter((name) => !contractKernel.includes(name))
  const roomOf = (module: string) => on('C').find((room) => module === room || module.startsWith(`${room}-`))
  expect(modules.filter((module) => roomOf(module) === undefined)).toEqual([])
  expect(on('C').filter((room) => !modules.some((module) => roomOf(module) === room))).toEqual([])
})

it('a browser flow is named by a room, a mechanism or a journey', () => {
  const names = readdirSync(join(root, 'e2e'))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => name.split('.')[0]!)
  const known = [...on('W'), ...on('S'), 'every-screen', 'page', 'shell']
  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

it('every room says what it is for', () => {
  expect(rooms.length).toBeGreaterThan(30)
  expect(rooms.filter(({ what }) => what === '')).toEqual([])
})

it('a folder of more than 25 files has folders within', () => {
  const files = globSync('{packages/*/src,server/{src,bench},web/src,e2e,scripts}/**/*.{ts,tsx,mjs,css}', { cwd: root })
  const count = new Map<string, number>()
  for (const file of files) count.set(dirname(file), (count.get(dirname(file)) ?? 0) + 1)
  const flat = [...count]
    .filter(([folder, n]) => n > 25 && ![...count.keys()].some((other) => other.startsWith(`${folder}/`)))
    .map(([folder]) => folder)
  // Both are written by the build: one module for each call or room.
  expect(flat.sort()).toEqual(['web/src/form/calls', 'web/src/kernel/call/rooms'])
})
