import { describe, expect, it } from 'vitest'
import { deviceKind, deviceKinds, deviceProfile } from './codes.ts'
import { deviceLines, devicePhone, profilesOf } from './device.ts'

it('offers a kind of device only the words of oil and power that it can have', () => {
  expect(profilesOf(deviceKind.direct)).toEqual([0, 1, 2, 3])
  for (const kind of deviceKinds.values.filter((one) => one !== deviceKind.direct))
    expect(profilesOf(kind)).toEqual([deviceProfile.none, deviceProfile.traccar])
})

describe('phone number of a terminal', () => {
  it.for([
    ['13800001234', '13800001234'],
    ['013800001234', '13800001234'],
    ['00000000013800001234', '13800001234'],
    ['0138 0000-1234', '13800001234'],
    ['00AB12', 'ab12'],
    ['000000000000', '0'],
    ['', null],
    ['沪A12345', null],
    ['123456789012345678901', null],
  ])('%s is stored as %s', ([typed, kept]) => {
    expect(devicePhone(typed!)).toBe(kept)
  })
})

describe('a pasted table', () => {
  it('is read in any order of its columns, without its heading', () => {
    const pasted =
      '设备号\t终端ID\t车牌\n013800001234\tT808A01\t沪A12345\r\n13800001235,沪AF88213,861234567890123\n\n13800001236'
    expect(deviceLines(pasted)).toEqual({
      rows: [
        { line: 2, phone: '013800001234', terminalId: 'T808A01', imei: '', plate: '沪A12345' },
        { line: 3, phone: '13800001235', terminalId: '', imei: '861234567890123', plate: '沪AF88213' },
        { line: 5, phone: '13800001236', terminalId: '', imei: '', plate: '' },
      ],
      unread: [],
    })
  })

  it.for([
    ['13800001234\nabc', 2, '“abc”'],
    ['13800001234\n沪A12345 13800001235', 2, '“沪A12345”'],
    ['13800001234\n设备号\t终端ID', 2, '“设备号”'],
    ['013800001234567890123', 1, '“01380000123456789012”'],
  ] as const)('reports every line: %s', ([pasted, line, word]) => {
    const { rows, unread } = deviceLines(pasted)
    expect(rows).toHaveLength(pasted.split('\n').length - 1)
    expect(unread).toEqual([{ line, message: expect.stringContaining(word) }])
  })
})
