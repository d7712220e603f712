import { describe, expect, it } from 'vitest'
import { storeSave } from '../../../form/calls/store-save.gen.ts'
import { problemsOf, sendable } from '../../../form/form-call.ts'
import {
  areasWords,
  datesWords,
  emptyStore,
  formOf,
  inputOf,
  type StoreDetail,
  type StoreForm,
  shapeProblems,
  usualHours,
} from './store-form.ts'

const square = [
  { lng: 121.4, lat: 31.2 },
  { lng: 121.5, lat: 31.2 },
  { lng: 121.5, lat: 31.3 },
  { lng: 121.4, lat: 31.3 },
]
const area = { name: '市区', kind: 'both' as const, radiusKm: null, polygon: square, feeConfigId: null, hours: [] }
const whole: StoreForm = {
  ...emptyStore,
  name: '徐家汇店',
  cityCode: '310100',
  address: '漕溪北路1号',
  lng: 121.4365,
  lat: 31.1925,
  phones: [' 021-64000000 ', ''],
}
const sent = (form: StoreForm, added: readonly string[] = []) => sendable(storeSave.fields, inputOf(form, added))
const wrong = (form: StoreForm) => ({
  ...shapeProblems(inputOf(form, [])),
  ...problemsOf(storeSave.fields, sent(form)),
})

describe('the form of a store', () => {
  it('says what is missing before anything is sent', () => {
    expect(wrong(emptyStore)).toEqual({
      name: '请输入门店名称',
      cityCode: '请选择城市',
      address: '请输入门店地址',
      lng: '请在地图上选择位置',
      lat: '请在地图上选择位置',
      phones: '请输入门店电话',
    })
    expect(wrong(whole)).toEqual({})
  })
  it.each<[Partial<StoreForm>, string, string]>([
    [{ hours: [usualHours, { ...usualHours, open: '19:00', close: '22:00' }] }, 'hours', '营业时间不能重叠'],
    [{ serviceAreas: [{ ...area, name: ' ' }] }, 'serviceAreas.0.name', '请输入范围名称'],
    [{ hours: [{ ...usualHours, weekdays: [] }] }, 'hours', '请选择营业日'],
    [
      { holidays: [{ date: '2027-01-01', closed: false, hours: [] }] },
      'holidays',
      '2027-01-01：请选择休息，或填写当天营业时间',
    ],
    [{ serviceAreas: [{ ...area, polygon: square.slice(2) }] }, 'serviceAreas', '市区：送取范围至少3个点'],
    [
      {
        serviceAreas: [
          {
            ...area,
            hours: [{ ...usualHours, close: '07:00' }],
          },
        ],
      },
      'serviceAreas',
      '市区：打烊时间应晚于开门时间，过零点请打开「次日」',
    ],
    [{ maxRentDays: 61 }, 'maxRentDays', '最长租期应为1至60的整数'],
    [{ minRentHours: null }, 'minRentHours', '请输入最短租期'],
    [{ settings: { ...emptyStore.settings!, graceMinutes: 121 } }, 'settings.graceMinutes', '宽限时间应为0至120的整数'],
    [{ pickupModes: [] }, 'pickupModes', '请至少选择一种取车方式'],
    [{ name: '店' }, 'name', '门店名称为2-30个字'],
  ])('says what is wrong: %j', (change, field, message) => {
    expect(wrong({ ...whole, ...change })).toEqual({ [field]: message })
  })
  it('sends what was typed, trimmed, and reads back what was stored', () => {
    const input = sent(whole, ['7'])
    expect(input).toMatchObject({ phones: ['021-64000000'], lng: 121.4365, lat: 31.1925, photoIds: ['7'] })
    expect(input).not.toHaveProperty('storeId')
    const { photoIds: _, ...same } = input
    const stored = { ...same, storeId: '5', version: 3, cityName: '上海', manager: null, photos: [] }
    const form = formOf(stored as unknown as StoreDetail)
    expect(form).toMatchObject({ ...whole, storeId: '5', version: 3, phones: ['021-64000000'] })
    expect(sent(form)).toMatchObject({ storeId: '5', version: 3 })
    expect(sent(form)).not.toHaveProperty('cityName')
  })
})

describe('words', () => {
  it('for areas and dates, where two people differ', () => {
    const areas = [area, { ...area, name: '机场', radiusKm: 7.5, hours: [{ ...usualHours, open: '06:00' }] }]
    expect(areasWords(areas)).toBe('市区（送取，4个点，同营业时间）；机场（送取，门店周围7.5公里，每天 06:00–20:00）')
    const holidays = [
      { date: '2027-01-01', closed: true, hours: [] },
      { date: '2027-01-02', closed: false, hours: [usualHours] },
    ]
    expect(datesWords(holidays)).toMatch(/^2027-01-01 休息；2027-01-02 .*08:00–20:00$/)
  })
})
