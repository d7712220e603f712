import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { importDate, importKm } from '../../table-import/cells.ts'
import { isSound, readRow } from './row.ts'
import { places, read } from './testing.ts'

describe('a date', () => {
  it.each([
    ['2027-05-01', '2027-05-01'],
    ['2027/5/1', '2027-05-01'],
    ['2027.5.1', '2027-05-01'],
    ['20270501', '2027-05-01'],
    ['２０２７／０５／０１', '2027-05-01'],
    ['2027年5月1日', '2027-05-01'],
    ['2027-05-01 00:00:00', '2027-05-01'],
    ['2027/5/1 8:30', '2027-05-01'],
    ['2026-05-02至2027-05-01', '2027-05-01'],
    ['2026.5.2 ~ 2027.5.1', '2027-05-01'],
    ['46508', '2027-05-01'],
    ['2027-02', '2027-02-28'],
    ['2028年2月', '2028-02-29'],
    ['2027-02-30', null],
    ['20271301', null],
    ['2027-13', null],
    ['01/05/2027', null],
    ['明年', null],
  ])('%s is %s', (text, date) => expect(importDate(text)).toBe(date))
})

describe('a mileage', () => {
  it.each([
    ['35,000', '里程', 35_000],
    ['35 000 km', '里程', 35_000],
    ['３５０００公里', '里程', 35_000],
    ['3.5万', '里程', 35_000],
    ['3.5万公里', '里程', 35_000],
    ['3.5', '里程（万公里）', 35_000],
    ['3.28645万', '里程', 32_865],
    ['35000.6', '里程', 35_000],
    ['1000', '里程(万)', null],
    ['-5', '里程', null],
    ['两万', '里程', null],
  ])('%s under %s is %s', (text, title, km) => expect(importKm(text, title)).toBe(km))
})

describe('a row by itself', () => {
  it('is read as it is meant; what is empty, or says that there is nothing, is left out', () => {
    expect(read()).toEqual({
      plate: '沪AD6J19',
      vin: '1M8GDM9AXKP042788',
      model: '大众朗逸',
      store: '虹桥机场店',
      engineNo: undefined,
      colour: '白',
      registerOn: '2024-03-01',
      useNature: 1,
      odometerKm: 12_345,
      insuranceEndOn: '2027-05-01',
      commercialEndOn: undefined,
      inspectionEndOn: '2027-02-28',
      remark: undefined,
    })
  })

  it('knows full-width and lower-case plates and frame numbers, and the uses that registration papers name', () => {
    expect(read({ 车牌号: '沪ａ·ｄ６ｊ１９', 车架号: '１m8gdm9axkp042788', 使用性质: '预约出租客运' })).toMatchObject({
      plate: '沪AD6J19',
      vin: '1M8GDM9AXKP042788',
      useNature: 3,
    })
    expect(read({ 使用性质: '出租租赁' })).toMatchObject({ useNature: 1 })
  })

  it.each([
    [{ 车牌号: '' }, '车牌号', '请填写车牌号'],
    [{ 车牌号: '沪A1234' }, '车牌号', '车牌号格式不正确'],
    [{ 车架号: '1M8GDM9AXKP04278O' }, '车架号', '车架号应为17位，且不含I、O、Q'],
    [{ 发动机号: 'x'.repeat(21) }, '发动机号', '不能超过20字'],
    [{ 使用性质: '自用' }, '使用性质', '应为租赁、非营运、预约出租'],
    [{ 里程: '-5' }, '里程', '里程应为0至9999999的整数，或如 3.5万'],
    [{ 备注: '长'.repeat(201) }, '备注', '不能超过200字'],
  ] as const)('%o names its column', (over, column, reason) => {
    expect(read(over)).toMatchObject({ issues: [{ column, reason }] })
  })

  it('takes a date that cannot be read as empty, and says so; one of two figures is of this century', () => {
    expect(read({ 交强险到期: '下月' })).toMatchObject({
      insuranceEndOn: undefined,
      unread: [{ column: '交强险到期', value: '下月', reason: '日期无法识别，留空导入；应如 2027-05-01' }],
    })
    expect(read({ 交强险到期: '27/5/1' })).toMatchObject({ insuranceEndOn: '2027-05-01' })
    expect(read({ 交强险到期: '27/5/1' })).not.toHaveProperty('unread')
  })

  it('is none when it only sums up or signs', () => {
    expect(readRow(['合计', '', '3辆', '', '', '', '', '', '105,000'], places)).toEqual({ other: '合计行' })
    expect(readRow(['', '', '', '', '制表人：王芳'], places)).toEqual({ other: '没有车牌号和车架号' })
    // Half a vehicle is still one.
    expect(read({ 车牌号: '', 车架号: '' })).toMatchObject({ issues: { length: 2 } })
  })

  it('names every wrong cell, and takes any rubbish without falling over', () => {
    expect(read({ 车牌号: 'x', 里程: 'y', 标签: '长'.repeat(99) })).toMatchObject({ issues: { length: 3 } })
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 20 }), (row) => {
        const answer = readRow(row, places)
        if (answer === null || 'other' in answer) return
        if (!isSound(answer)) expect(answer.issues.length).toBeGreaterThan(0)
        else expect(answer.plate).not.toBe('')
      }),
    )
  })
})

it('takes colour and kind of the plate and tags as shops write them, and says what they must be', () => {
  const colours = ['蓝', '蓝牌', '黄色', '绿牌', '渐变绿', ''].map((one) => {
    const given = read({ 车牌颜色: one })
    return isSound(given) ? given.plateColor : given
  })
  expect(colours).toEqual([1, 1, 2, 94, 94, undefined])
  expect(read({ 车牌颜色: '紫' })).toMatchObject({ issues: [{ column: '车牌颜色', value: '紫' }] })
  expect(read({ 车牌类型: '大型新能源' })).toMatchObject({ issues: [{ column: '车牌类型' }] })
  expect(isSound(read({ 车牌号: '沪A12345', 车牌类型: '小型汽车号牌' }))).toBe(true)
  expect(isSound(read({ 车牌号: '沪AD12345', 车牌类型: '小型新能源汽车' }))).toBe(true)
  expect(read({ 车牌类型: '临时' })).toMatchObject({ issues: [{ reason: expect.stringContaining('临时号牌') }] })
  expect(read({ 标签: '新车、网约, 新车' })).toMatchObject({ tags: ['新车', '网约'] })
  expect(read({ 标签: '一二三四五六七八九十十一' })).toMatchObject({ issues: [{ column: '标签' }] })
})
