import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandType, deviceProfiles } from '../codes.ts'
import { bcdOf, fromHex, timeOf, toHex } from './bytes.ts'
import * as down from './down.ts'
import { FrameReader } from './frames.ts'
import { gbkOf, gbkWithin, textOf } from './gbk.ts'
import { LONGEST_BODY, type Message, type Outgoing, writeMessage } from './message.ts'
import { PartJoiner } from './parts.ts'
import { messageOf, type Profile } from './profile.ts'
import { readUp, up } from './up.ts'

const phone = '13800001234'
const wireOf = ({ id, body }: down.Down, v2019: boolean, serial: number): string =>
  toHex(writeMessage({ id, body, v2019, phone, serial }))

function messagesOf(bytes: Uint8Array): Message[] {
  const frames = [...new FrameReader().push(bytes)]
  return frames.map((frame) => {
    if (!frame.ok) throw new Error(frame.why)
    return frame.message
  })
}

const readOne = (hex: string) => readUp(messagesOf(fromHex(hex))[0]!)

describe('frames of the specification', () => {
  it('reads heartbeats of both versions as one terminal', () => {
    const [old] = messagesOf(fromHex('7e0002000001380000123400011c7e'))
    const [newer] = messagesOf(fromHex('7e00024000010000000001380000123400015d7e'))
    expect(old).toMatchObject({ id: up.heartbeat, phone, serial: 1, v2019: false })
    expect(newer).toMatchObject({ id: up.heartbeat, phone, serial: 1, v2019: true })
  })

  it('reads the position with its escaped serial', () => {
    const hex =
      '7e02000028013800001234007d02000000000000000301dc89d0073d8aa5000c01c4005a26112018000001040001e24030011f31010cf17e'
    expect(messagesOf(fromHex(hex))[0]).toMatchObject({ serial: 0x7e })
    expect(readOne(hex)).toMatchObject({
      kind: 'position',
      position: {
        lat: 31.230416,
        lng: 121.473701,
        speed: 452,
        course: 90,
        at: Date.parse('2026-11-20T18:00:00+08:00'),
        status: { acc: true, fixed: true },
        items: { odometerM: 12_345_600, signal: 31, satellites: 12 },
        whole: true,
      },
    })
  })

  it.each([
    ['0x8001', down.platformAnswer(1, up.heartbeat, 0), false, 2, '7e8001000501380000123400010001000200997e'],
    ['lock 2013', command('lock'), false, 2, '7e85000001013800001234000201987e'],
    ['lock 2019', command('lock', true), true, 2, '7e85004005010000000001380000123400020001000100dc7e'],
    ['oil cut of profile A', command('engineCut'), false, 3, '7e81050001013800001234000364fd7e'],
  ] as const)('writes %s', (name, message, v2019, serial, hex) => {
    expect(wireOf(message, v2019, name === '0x8001' ? 1 : serial)).toBe(hex)
  })
})

const plain: Profile = { profile: deviceProfiles.code.a, doorInverted: false, ctlShort: false }

function command(type: keyof typeof commandType, v2019 = false, special: Partial<Profile> = {}): down.Down {
  const at = Date.parse('2026-11-26T20:00:00+08:00')
  return messageOf(commandType[type], {}, { profile: { ...plain, ...special }, v2019 }, at)!
}

const { none, a, b, c } = deviceProfiles.code

describe('command profiles', () => {
  it.each([
    [{ profile: b }, 'engineCut', 0x8105, 'f0'],
    [{ profile: b }, 'engineRestore', 0x8105, 'f1'],
    [{ profile: a }, 'engineRestore', 0x8105, '65'],
    [{ profile: c }, 'engineCut', 0xa006, '01261126200000'],
    [{ profile: c }, 'engineRestore', 0xa006, '00261126200000'],
    [{ doorInverted: true }, 'unlock', 0x8500, '01'],
    [{ doorInverted: true }, 'lock', 0x8500, '00'],
    [{ profile: none }, 'unlock', 0x8500, '00'],
  ] as const)('%o sends %s', (special, type, id, body) => {
    expect(command(type, false, special)).toEqual({ id, body: fromHex(body) })
  })

  it('have no engine command where nothing can be cut', () => {
    expect(command('engineCut', false, { profile: none })).toBeNull()
    expect(command('engineRestore', true, { profile: none })).toBeNull()
  })

  it('omit the count of a short control, in 2019 only', () => {
    expect(toHex(command('unlock', true, { ctlShort: true }).body)).toBe('000101')
    expect(toHex(command('unlock', true).body)).toBe('0001000101')
  })

  it('encode every command in both versions', () => {
    for (const type of Object.keys(commandType) as (keyof typeof commandType)[])
      for (const profile of [a, b, c])
        for (const v2019 of [true, false])
          expect(messagesOf(fromHex(wireOf(command(type, v2019, { profile }), v2019, 9)))).toHaveLength(1)
  })
})

describe('texts and parameters', () => {
  it('encodes GBK and never cuts a character', () => {
    const body = down.text('请还车'.repeat(400), down.textFlag.speak, true).body
    expect(body.length).toBe(1002)
    expect(textOf(body.subarray(2))).toBe('请还车'.repeat(167).slice(0, 500))
    expect(gbkWithin('车车', 3)).toEqual(gbkOf('车'))
    expect(toHex(gbkOf('ñ鿿'))).toBe('3f3f')
  })

  it('decodes every character of the table', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0x4e00, max: 0x9fa5 })), (codes) => {
        const text = String.fromCodePoint(...codes)
        expect(textOf(gbkOf(text))).toBe(text)
      }),
    )
  })
})

describe('times', () => {
  it.each([
    '260231000000',
    '261301000000',
    '260229000000',
    '261126240000',
    '261126235960',
    '2611262359aa',
    '260001000000',
  ])('%s is no valid time', (bcd) => expect(timeOf(fromHex(bcd))).toBeNull())
  it('is decoded as it was encoded', () => {
    const at = Date.parse('2028-02-29T23:59:59+08:00')
    expect(timeOf(bcdOf(at))).toBe(at)
  })
})

describe('bodies', () => {
  it('reads the login of 2019 with both forms of its version', () => {
    const code = '06616263646566'
    const imei = '383636343936303737353832313634'
    const login = (rest: string) =>
      readUp({
        id: up.authenticate,
        v2019: true,
        phone,
        serial: 1,
        encrypted: false,
        split: null,
        body: fromHex(code + imei + rest),
      })
    const said = { kind: 'authenticate', code: 'abcdef', imei: '866496077582164', software: 'v1' }
    expect(login('7631'.padEnd(40, '0'))).toEqual(said)
    expect(login('027631')).toEqual(said)
    expect(
      readUp({
        id: up.authenticate,
        v2019: true,
        phone,
        serial: 1,
        encrypted: false,
        split: null,
        body: fromHex('0661'),
      }),
    ).toEqual({ kind: 'malformed' })
  })

  it.each([
    [up.answer, '000185', 'malformed'],
    [up.answer, '0001850000', 'answer'],
    [up.position, '00'.repeat(27), 'malformed'],
    [up.controlAnswer, `0001${'00'.repeat(28)}`, 'controlAnswer'],
    [up.parameters, '00010100000029040000000f', 'parameters'],
    [up.parameters, '000102000000290400', 'malformed'],
    [up.askAgain, '000100020001', 'askAgain'],
    [0x0777, '', 'unknown'],
  ] as const)('%i with %s is %s', (id, body, kind) => {
    expect(
      readUp({ id, v2019: false, phone, serial: 1, encrypted: false, split: null, body: fromHex(body) }).kind,
    ).toBe(kind)
  })
})

describe('split messages', () => {
  const large = (length: number): Outgoing => ({
    id: 0x0801,
    v2019: false,
    phone,
    serial: 0xfffe,
    body: Uint8Array.from({ length }, (_, at) => at & 0xff),
  })

  it('are joined in any order of their parts, two of them interleaved', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat()),
        (length, v2019, dice) => {
          const one = { ...large(length), v2019 }
          const other = { ...large(3000), v2019, serial: 500 }
          const parts = [...messagesOf(writeMessage(one)), ...messagesOf(writeMessage(other))]
          const shuffled = parts.map((part) => [dice.next().value as number, part] as const).sort((a, b) => a[0] - b[0])
          const joiner = new PartJoiner()
          const joined = shuffled.map(([, part]) => joiner.join(part, 0))
          const whole = joined.flatMap((result) => (result.kind === 'whole' ? [result.message] : []))
          expect(whole.map(({ serial, body }) => `${serial} ${toHex(body)}`).sort()).toEqual(
            [one, other].map(({ serial, body }) => `${serial} ${toHex(body)}`).sort(),
          )
          expect(joiner.held).toBe(0)
        },
      ),
      { numRuns: 30 },
    )
  })

  it('request missing parts once, and are dropped after a minute', () => {
    const parts = messagesOf(writeMessage(large(64 * LONGEST_BODY)))
    const joiner = new PartJoiner()
    const answers = parts.filter((_, at) => at !== 6).map((part) => joiner.join(part, 0))
    expect(answers.at(-1)).toEqual({ kind: 'waits', serial: 0xfffe, missing: [7] })
    expect(joiner.held).toBe(63 * LONGEST_BODY)
    joiner.forget(60_001)
    expect(joiner.held).toBe(0)
  })

  it.each([
    [0, 0],
    [0, 1],
    [3, 0],
    [3, 4],
    [65, 1],
  ])('refuse part %2$i of %1$i', (total, index) => {
    const message = { ...messagesOf(writeMessage(large(5)))[0]!, split: { total, index } }
    expect(new PartJoiner().join(message, 0)).toEqual({ kind: 'refused' })
  })

  it('are limited to 64 KB', () => {
    const joiner = new PartJoiner()
    const body = new Uint8Array(LONGEST_BODY)
    for (let serial = 0; serial < 5000; serial++)
      joiner.join(
        {
          id: serial % 7,
          v2019: false,
          phone,
          serial,
          encrypted: false,
          split: { total: 64, index: 1 + (serial % 64) },
          body,
        },
        serial,
      )
    expect(joiner.held).toBeLessThanOrEqual(64 * 1024)
  })
})

describe('frames', () => {
  const anything: fc.Arbitrary<Outgoing> = fc.record({
    id: fc.integer({ min: 0, max: 0xffff }),
    v2019: fc.boolean(),
    phone: fc.stringMatching(/^[1-9a-f][0-9a-f]{0,11}$/),
    serial: fc.integer({ min: 0, max: 0xffff }),
    body: fc.uint8Array({ maxLength: LONGEST_BODY }),
  })

  it('are read as they were written, however the bytes are chunked and whatever is before them', () => {
    fc.assert(
      fc.property(
        fc.array(anything, { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
        (sent, cuts) => {
          const bytes = Uint8Array.from([1, 2, 3, ...sent.flatMap((message) => [...writeMessage(message)])])
          const reader = new FrameReader()
          const got: unknown[] = []
          for (let at = 0, turn = 0; at < bytes.length; turn++) {
            const size = cuts[turn % cuts.length]!
            got.push(...reader.push(bytes.subarray(at, at + size)))
            at += size
          }
          expect(got).toEqual(
            sent.map((message) => ({ ok: true, message: { ...message, encrypted: false, split: null } })),
          )
        },
      ),
    )
  })

  it.each([
    ['a wrong escape', '7e00027d03007e', 'escape'],
    ['an escape of nothing', '7e00020000013800001234000100007d7e', 'escape'],
    ['too few bytes', '7e0002007e', 'short'],
    [
      'a length of 1,023 with 3 bytes',
      toHex(Uint8Array.of(0x7e, ...withSum('020003ff0138000012340001010203'), 0x7e)),
      'length',
    ],
    ['a part without its numbers', toHex(Uint8Array.of(0x7e, ...withSum('020020000138000012340001'), 0x7e)), 'length'],
    ['too many bytes', `7e${'00'.repeat(1100)}7e`, 'long'],
  ])('%s is refused, and the next one is read', (_, hex, why) => {
    const frames = [...new FrameReader().push(fromHex(`${hex}7e0002000001380000123400011c7e`))]
    expect(frames[0]).toEqual({ ok: false, why })
    expect(frames[1]).toMatchObject({ ok: true })
    expect(frames).toHaveLength(2)
  })

  it('buffers no more for a frame that never ends', () => {
    const reader = new FrameReader()
    expect([...reader.push(Uint8Array.of(0x7e, ...new Array(64 * 1024).fill(0x55)))]).toEqual([])
    expect(reader.sinceMessage).toBeGreaterThan(64 * 1024)
    expect(reader.held).toBeLessThanOrEqual(2048)
  })
})

function withSum(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  return Uint8Array.of(
    ...bytes,
    bytes.reduce((sum, byte) => sum ^ byte, 0),
  )
}
