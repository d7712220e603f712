import type { Call } from './call.ts'

type Rooms = Readonly<Record<string, Readonly<Record<string, Call>>>>

/**
 * The text of the web's table of calls: method, path and what a write refreshes, with the types of input and answer
 * imported as types only. The web ships no schemas, since they would be the largest part of its first screen.
 */
export function callTable(contract: Rooms): string {
  const rooms = Object.entries(contract).map(([room, calls]) => {
    const rows = Object.entries(calls).map(([name, call]) => `    ${name}: ${row(room, call)},\n`)
    return `  ${room}: {\n${rows.join('')}  },\n`
  })
  return `// Written by packages/contract/scripts/write-call-table.ts from the contract. Do not edit.
import type { Contract } from '@cheyi/contract/index'
import type { InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import type { WireCall } from './wire.ts'

type Calls = {
  readonly [R in keyof Contract]: {
    readonly [C in keyof Contract[R]]: WireCall<InputOf<Contract[R][C]>, OutputOf<Contract[R][C]>>
  }
}

type More = Partial<Pick<WireCall, 'method' | 'refreshes' | 'changes' | 'upload'>>

const read = <I, O>(room: string, path: string, more?: More): WireCall<I, O> => ({
  room,
  method: 'POST',
  path,
  effect: 'read',
  ...more,
})
const write = <I, O>(room: string, path: string, more?: More): WireCall<I, O> => ({
  room,
  method: 'POST',
  path,
  effect: 'write',
  ...more,
})

export const calls: Calls = {
${rooms.join('')}}
`
}

function row(room: string, call: Call): string {
  const more = {
    ...(call.method === 'GET' && { method: 'GET' }),
    ...(call.refreshes && { refreshes: call.refreshes }),
    ...(call.changes === false && { changes: false }),
    ...(call.upload && { upload: true }),
  }
  const given = [`'${room}'`, `'${call.path}'`]
  if (Object.keys(more).length > 0) given.push(literal(more))
  return `${call.effect}(${given.join(', ')})`
}

/** JSON as the sources write it: bare keys, single quotes. */
const literal = (value: object): string =>
  JSON.stringify(value)
    .replaceAll('"', "'")
    .replaceAll(/'(\w+)':/g, '$1: ')
    .replaceAll(',', ', ')
    .replace(/^\{(.*)\}$/, '{ $1 }')
