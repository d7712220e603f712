import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSound, readRow } from './row.ts'
import { places, readCells } from './testing.ts'

describe('reading one row', () => {
  it('reads cells by their meaning; empty cells and signs for nothing are left out', () => {
    expect(readCells()).toEqual({
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

  it('accepts full-width and lower-case plates and frame numbers, and the uses named in registration documents', () => {
    expect(
      readCells({ 车牌号: '沪ａ·ｄ６ｊ１９', 车架号: '１m8gdm9axkp042788', 使用性质: '预约出租客运' }),
    ).toMatchObject({
      plate: '沪AD6J19',
      vin: '1M8GDM9AXKP042788',
      useNature: 3,
    })
    expect(readCells({ 使用性质: '出租租赁' })).toMatchObject({ useNature: 1 })
  })

  it.each([
    [{ 车牌号: '' }, '车牌号', '请填写车牌号'],
    [{ 车牌号: '沪A1234' }, '车牌号', '车牌号格式不正确'],
    [{ 车架号: '1M8GDM9AXKP04278O' }, '车架号', '车架号应为17位，且不含I、O、Q'],
  ] as const)('%o names its column', (over, column, reason) => {
    expect(readCells(over)).toMatchObject({ issues: [{ column, reason }] })
  })

  it.each([
    [{ 交强险到期: '下月' }, '交强险到期', '日期无法识别，留空导入；应如 2027-05-01'],
    [
      { 年检到期: '2027.1' },
      '年检到期',
      '2027.1 可能是1月或10月（Excel 会去掉末尾的0），留空导入；请写成 2027-01 或 2027-10',
    ],
    [{ 商业险到期: '5/6/27' }, '商业险到期', '可能是 2027-05-06 或 2027-06-05，留空导入；请写成 2027-05-06'],
    [{ 发动机号: '1.23457E+11' }, '发动机号', 'Excel 已改成科学计数法，留空导入；请把该列设为文本后重新填写'],
    [{ 发动机号: '12345678901234500' }, '发动机号', 'Excel 已改成科学计数法，留空导入；请把该列设为文本后重新填写'],
    [{ 发动机号: 'x'.repeat(21) }, '发动机号', '超过20字，留空导入；不能超过20字'],
    [{ 颜色: '珠光白色带黑色车顶的版' }, '颜色', '超过10字，留空导入；不能超过10字'],
    [{ 使用性质: '公交' }, '使用性质', '无法识别，留空导入；应为租赁、非营运、预约出租'],
    [{ 里程: '-5' }, '里程', '里程无法识别，留空导入；应为0至9999999的整数，或如 3.5万'],
    [{ 里程: '#N/A' }, '里程', '单元格公式出错，留空导入；请填写结果本身'],
    [{ 备注: '#REF!' }, '备注', '单元格公式出错，留空导入；请填写结果本身'],
    [{ 备注: '长'.repeat(201) }, '备注', '超过200字，留空导入；不能超过200字'],
    [{ 车牌颜色: '紫' }, '车牌颜色', '无法识别，留空导入；应为蓝、黄、黑、白、黄绿、渐变绿、其他'],
    [{ 标签: '一二三四五六七八九十十一' }, '标签', '每个标签不能超过10字，留空导入；用顿号隔开，如 新车、网约'],
  ] as const)('imports a row without an unreadable optional cell, and warns: %o', (over, column, reason) => {
    const value = [...Object.values(over)[0]!].slice(0, 40).join('')
    const row = readCells(over)
    expect(row).toMatchObject({ plate: '沪AD6J19', warnings: [{ column, value, reason }] })
    expect(Object.values(row as object)).not.toContain(Object.values(over)[0])
  })

  it('reports how it read a cell that is only partly understood', () => {
    expect(readCells({ 里程: '约35000' })).toMatchObject({
      odometerKm: 35_000,
      warnings: [{ column: '里程', value: '约35000', reason: '按 35000 公里导入，请核对' }],
    })
  })

  it('refuses a frame number that the spreadsheet has rounded', () => {
    expect(readCells({ 车架号: '1.23457E+16' })).toMatchObject({
      issues: [{ column: '车架号', reason: 'Excel 已改成科学计数法，请把该列设为文本后重新填写' }],
    })
  })

  it('ignores lines with totals or signatures', () => {
    expect(readRow(['合计', '', '3辆', '', '', '', '', '', '105,000'], places)).toEqual({ other: '合计行' })
    expect(readRow(['', '', '', '', '制表人：王芳'], places)).toEqual({ other: '没有车牌号和车架号' })
    // An incomplete vehicle is still reported as a vehicle.
    expect(readCells({ 车牌号: '', 车架号: '' })).toMatchObject({ issues: { length: 2 } })
  })

  it('names every wrong cell, and never throws', () => {
    expect(readCells({ 车牌号: 'x', 车架号: 'y', 车牌类型: '临时' })).toMatchObject({ issues: { length: 3 } })
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

it('accepts plate colour, plate kind, use and tags in common spellings, and lists the allowed ones', () => {
  const colours = ['蓝', '蓝牌', '蓝底白字', '黄色', '黄绿双拼', '绿牌', '白绿', '绿底黑字', '渐变绿', ''].map(
    (one) => {
      const given = readCells({ 车牌颜色: one })
      return isSound(given) ? given.plateColor : given
    },
  )
  expect(colours).toEqual([1, 1, 1, 2, 93, 94, 94, 94, 94, undefined])
  const uses = ['租赁', '出租租赁', '营转非', '非营业', '家庭自用', '网约车', '预约出租客运'].map((one) => {
    const given = readCells({ 使用性质: one })
    return isSound(given) ? given.useNature : given
  })
  expect(uses).toEqual([1, 1, 2, 2, 2, 3, 3])
  expect(readCells({ 车牌类型: '大型新能源' })).toMatchObject({ issues: [{ column: '车牌类型' }] })
  expect(isSound(readCells({ 车牌号: '沪A12345', 车牌类型: '小型汽车号牌' }))).toBe(true)
  expect(isSound(readCells({ 车牌号: '沪AD12345', 车牌类型: '小型新能源汽车' }))).toBe(true)
  expect(readCells({ 车牌类型: '临时' })).toMatchObject({ issues: [{ reason: expect.stringContaining('临时号牌') }] })
  expect(readCells({ 标签: '新车、网约, 新车' })).toMatchObject({ tags: ['新车', '网约'] })
})
