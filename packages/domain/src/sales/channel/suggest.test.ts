import { describe, expect, it } from 'vitest'
import { type OwnRow, parseList, suggestions } from './suggest.ts'

const own = (id: string, names: string[], more: Partial<OwnRow> = {}): OwnRow => ({
  id,
  codes: [id],
  names,
  year: null,
  gearbox: null,
  ...more,
})
const stores = [
  own('1', ['虹桥机场店', '上海虹桥机场店'], { codes: ['1', 'HQ01'] }),
  own('2', ['浦东机场店', '上海浦东机场店']),
  own('3', ['杭州东站店', '杭州杭州东站店']),
]
const ask = (list: string, ours: readonly OwnRow[] = stores) =>
  suggestions(parseList(list), ours).map(({ theirs, ourId, certain }) => [theirs.code, ourId, certain])

it('parses a pasted list, whichever column is the name', () => {
  expect(parseList('S01\t虹桥机场店\n\n浦东机场店, S02\r\nS03 杭州 东站店\nHQ01\nS01 重复')).toEqual([
    { code: 'S01', name: '重复' },
    { code: 'S02', name: '浦东机场店' },
    { code: 'S03', name: '杭州 东站店' },
    { code: 'HQ01', name: 'HQ01' },
  ])
  expect(parseList(Array.from({ length: 300 }, (_, i) => `C${i} 店${i}`).join('\n'))).toHaveLength(200)
})

describe('stores', () => {
  it('match with certainty by code, name, city and name, or by the contained name', () => {
    expect(ask('HQ01')).toEqual([['HQ01', '1', true]])
    expect(ask('S1 虹桥机场店\nS2 上海浦东机场店\nS3 驰行租车杭州东站店')).toEqual([
      ['S1', '1', true],
      ['S2', '2', true],
      ['S3', '3', true],
    ])
  })
  it('are only similar by a part of the name, and never match an empty text', () => {
    expect(ask('S1 虹桥机场T2\nS2 北京南站')).toEqual([
      ['S1', '1', false],
      ['S2', null, false],
    ])
  })
  it('are not certain when two rows match the same store, and each store is suggested once', () => {
    expect(ask('S1 虹桥机场店\nS2 虹桥机场店')).toEqual([
      ['S1', '1', false],
      ['S2', null, false],
    ])
  })
})

describe('models', () => {
  const models = [
    own('7', ['大众朗逸', '大众朗逸2023'], { year: 2023, gearbox: '自动' }),
    own('8', ['大众朗逸'], { year: 2021, gearbox: '手动' }),
    own('9', ['比亚迪秦', '比亚迪秦PLUS']),
  ]
  it('of one name differ by year and gearbox', () => {
    expect(ask('M1 大众朗逸 2021款 手动挡\nM2 大众朗逸2023款 自动', models)).toEqual([
      ['M1', '8', true],
      ['M2', '7', true],
    ])
    expect(ask('M1 大众朗逸', models)).toEqual([['M1', '7', false]])
  })
  it('of another year are only similar', () => {
    expect(ask('M1 大众朗逸 2019款', [models[0]!])).toEqual([['M1', '7', false]])
    expect(ask('M3 比亚迪 秦PLUS', models)).toEqual([['M3', '9', true]])
  })
})
