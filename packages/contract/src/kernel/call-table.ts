import type { Call } from './call.ts'

type Rooms = Readonly<Record<string, Readonly<Record<string, Call>>>>

const WRITTEN = '// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.\n'

/**
 * Generates the web's tables of calls, text by file name: a module for each room and one that exports them all. A call
 * becomes one text of method, path and invalidations, which the build inlines; input and answer are types only.
 */
export function callTables(contract: Rooms): ReadonlyMap<string, string> {
  const rooms = Object.keys(contract).map((room) => `export * as ${room} from './${tableOf(room)}'\n`)
  return new Map([
    ['rooms.gen.ts', WRITTEN + rooms.join('')],
    ...Object.entries(contract).map(([room, calls]) => [tableOf(room), roomTable(contract, room, calls)] as const),
  ])
}

/** For example `second-factor.gen.ts`. */
const tableOf = (room: string): string => `${room.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.gen.ts`

function roomTable(contract: Rooms, room: string, calls: Rooms[string]): string {
  const rows = Object.entries(calls).map(
    ([name, call]) => `export const ${name} = '${text(contract, room, call)}' as CallOf<'${room}', '${name}'>\n`,
  )
  return `${WRITTEN}import type { CallOf } from '../wire.ts'\n\n${rows.join('')}`
}

/** Room, method and path, then the reads that a write invalidates besides its own room: `-` when it changes nothing that is read. */
const text = (contract: Rooms, room: string, { method, path, refreshes = [], changes }: Call): string =>
  [room, method, path, ...(changes === false ? ['-'] : refreshes.map((target) => keyOf(contract, target)))].join(' ')

/** Cache key of the web: the room, or room and path for one call. */
function keyOf(contract: Rooms, target: string): string {
  const [room = '', name] = target.split('.')
  if (name === undefined) return room
  const call = contract[room]?.[name]
  if (call === undefined) throw new Error(`no call ${target}`)
  return `${room},${call.path}`
}
