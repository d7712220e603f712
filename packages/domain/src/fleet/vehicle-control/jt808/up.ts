import { ByteReader, toHex } from './bytes.ts'
import { textOf } from './gbk.ts'
import type { Message } from './message.ts'
import { type Position, readPosition } from './position.ts'

/* Bodies that terminals send. A body without the required fields is `malformed`: 0x8001 result 2. */

export const up = {
  answer: 0x0001,
  heartbeat: 0x0002,
  logout: 0x0003,
  askTime: 0x0004,
  askAgain: 0x0005,
  register: 0x0100,
  authenticate: 0x0102,
  parameters: 0x0104,
  attributes: 0x0107,
  position: 0x0200,
  positionAnswer: 0x0201,
  controlAnswer: 0x0500,
  positions: 0x0704,
  mediaEvent: 0x0800,
  media: 0x0801,
  passed: 0x0900,
} as const

export interface Registration {
  readonly kind: 'register'
  readonly province: number
  readonly city: number
  readonly maker: string
  readonly model: string
  readonly terminalId: string
  readonly plateColor: number
  readonly plate: string
  readonly layout: '2011' | '2013' | '2019'
}

export interface Authentication {
  readonly kind: 'authenticate'
  readonly code: string
  /** 2019 only. */
  readonly imei: string | null
  readonly software: string | null
}

export type UpBody =
  | Registration
  | Authentication
  | { readonly kind: 'heartbeat' | 'logout' | 'askTime' | 'mediaEvent' | 'media' | 'unknown' | 'malformed' }
  /** 0x0001: the terminal's result for the message with `serial`. 0 done, 1 failed, 2 wrong, 3 not supported. */
  | { readonly kind: 'answer'; readonly serial: number; readonly id: number; readonly result: number }
  | { readonly kind: 'position'; readonly position: Position }
  /** 0x0704. `backfill`: from the terminal's buffer. `broken`: reports that could not be read. */
  | {
      readonly kind: 'positions'
      readonly backfill: boolean
      readonly positions: readonly Position[]
      readonly broken: number
    }
  /** 0x0201 and 0x0500: executed, with the position and state of the vehicle after it. */
  | { readonly kind: 'positionAnswer' | 'controlAnswer'; readonly serial: number; readonly position: Position }
  | { readonly kind: 'parameters'; readonly serial: number; readonly values: ReadonlyMap<number, string> }
  | { readonly kind: 'attributes'; readonly model: string; readonly terminalId: string; readonly iccid: string }
  | { readonly kind: 'askAgain'; readonly serial: number; readonly parts: readonly number[] }
  | { readonly kind: 'passed'; readonly type: number; readonly data: string }

const malformed = { kind: 'malformed' } as const

/** Never throws. */
export function readUp({ id, v2019, body }: Message): UpBody {
  const reader = new ByteReader(body)
  const read = (readers as Readonly<Record<number, Read>>)[id]
  if (read === undefined) return { kind: 'unknown' }
  const said = read(reader, v2019)
  return said === null || reader.isShort ? malformed : said
}

type Read = (reader: ByteReader, v2019: boolean) => UpBody | null

const readers: Record<(typeof up)[keyof typeof up], Read> = {
  [up.answer]: (reader) => ({ kind: 'answer', serial: reader.word(), id: reader.word(), result: reader.byte() }),
  [up.heartbeat]: () => ({ kind: 'heartbeat' }),
  [up.logout]: () => ({ kind: 'logout' }),
  [up.askTime]: () => ({ kind: 'askTime' }),
  [up.askAgain]: readAskAgain,
  [up.register]: readRegistration,
  [up.authenticate]: readAuthentication,
  [up.parameters]: readParameters,
  [up.attributes]: readAttributes,
  [up.position]: (reader) => {
    const position = readPosition(reader.rest())
    return position && { kind: 'position', position }
  },
  [up.positionAnswer]: (reader) => readPlacedAnswer(reader, 'positionAnswer'),
  [up.controlAnswer]: (reader) => readPlacedAnswer(reader, 'controlAnswer'),
  [up.positions]: readPositions,
  [up.mediaEvent]: () => ({ kind: 'mediaEvent' }),
  [up.media]: () => ({ kind: 'media' }),
  [up.passed]: (reader) => ({ kind: 'passed', type: reader.byte(), data: toHex(reader.rest()) }),
}

/** 2019 §8.8 table 9; 2013 §8.5; 2011 has a model of 8 bytes, so that its body is shorter than the fixed part of 2013. */
function readRegistration(reader: ByteReader, v2019: boolean): Registration {
  const layout = v2019 ? '2019' : reader.left < 37 ? '2011' : '2013'
  const [maker, model, terminal] = { '2011': [5, 8, 7], '2013': [5, 20, 7], '2019': [11, 30, 30] }[layout] as [
    number,
    number,
    number,
  ]
  return {
    kind: 'register',
    province: reader.word(),
    city: reader.word(),
    maker: textOf(reader.take(maker)),
    model: textOf(reader.take(model)),
    terminalId: textOf(reader.take(terminal)),
    plateColor: reader.byte(),
    plate: textOf(reader.rest()),
    layout,
  }
}

/** 2013: only the code. 2019 §8.10: length and code, IMEI, software version as 20 bytes or after its length. */
function readAuthentication(reader: ByteReader, v2019: boolean): Authentication {
  if (!v2019) return { kind: 'authenticate', code: textOf(reader.rest()), imei: null, software: null }
  const code = textOf(reader.take(reader.byte()))
  // Some terminals end after the code.
  if (reader.left === 0) return { kind: 'authenticate', code, imei: null, software: null }
  const imei = textOf(reader.take(15))
  const software = reader.rest()
  const prefixed = software.length !== 20 && software[0] === software.length - 1
  return { kind: 'authenticate', code, imei, software: textOf(prefixed ? software.subarray(1) : software) }
}

/** Values without conversion, by their ids; 0x0104 has their number. */
function readParameters(reader: ByteReader): UpBody {
  const serial = reader.word()
  const count = reader.byte()
  const values = new Map<number, string>()
  for (let at = 0; at < count && !reader.isShort; at++) {
    const id = reader.dword()
    values.set(id, toHex(reader.take(reader.byte())))
  }
  return { kind: 'parameters', serial, values }
}

/** 2013 §8.15, 2019 §8.16: the versions of hardware and firmware after the ICCID are not needed. */
function readAttributes(reader: ByteReader, v2019: boolean): UpBody {
  reader.word()
  reader.take(v2019 ? 11 : 5)
  const model = textOf(reader.take(v2019 ? 30 : 20))
  const terminalId = textOf(reader.take(v2019 ? 30 : 7))
  return { kind: 'attributes', model, terminalId, iccid: toHex(reader.take(10)) }
}

function readPlacedAnswer(reader: ByteReader, kind: 'positionAnswer' | 'controlAnswer'): UpBody | null {
  const serial = reader.word()
  const position = readPosition(reader.rest())
  return position && { kind, serial, position }
}

/** 2013 §8.49, 2019 §8.50. The number of reports is ignored: all that fit into the body are read. */
function readPositions(reader: ByteReader): UpBody | null {
  reader.word()
  const type = reader.byte()
  const positions: Position[] = []
  let broken = 0
  while (reader.left >= 2) {
    const position = readPosition(reader.take(reader.word()))
    if (position === null) broken++
    else positions.push(position)
  }
  return { kind: 'positions', backfill: type === 1, positions, broken }
}

/** 0x0005 (2019 §8.7): parts of our message that did not arrive. */
function readAskAgain(reader: ByteReader): UpBody {
  const serial = reader.word()
  const count = reader.word()
  const parts: number[] = []
  while (parts.length < count && reader.left >= 2) parts.push(reader.word())
  return { kind: 'askAgain', serial, parts }
}
