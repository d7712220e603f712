import { describe, expect, it } from 'vitest'
import { plainName } from '../../../alike.ts'
import { foreignNames, libraryModel, modelFinder, storeFinder } from './names.ts'

const models = [
  { id: 'm1', name: '丰田卡罗拉', year: 2023, open: true },
  { id: 'm2', name: '奥迪A6L', year: 2022, open: true },
  { id: 'm3', name: '别克GL8', year: 2023, open: true },
  { id: 'm4', name: '别克GL8', year: 2024, open: true },
]
const stores = [
  { id: 's1', name: '虹桥机场店', code: 'HQ', open: true },
  { id: 's2', name: '浦东机场店', code: 'PD', open: true },
]
const none = { model: new Map<string, string>(), store: new Map<string, string>() }

describe('names of models and stores in a table', () => {
  it('match a model by name and year, whatever the spacing', () => {
    const find = modelFinder(models, new Map())
    expect(find('奥迪 a6l')).toMatchObject({ id: 'm2' })
    expect(find('别克ＧＬ８ 2024款')).toMatchObject({ id: 'm4' })
    expect(find('别克GL8')).toMatch('请写明年款')
  })

  it('mean a model of the library with or without its brand, when no other could be meant', () => {
    const library = [
      { brand: '大众', name: '大众朗逸' },
      { brand: '别克', name: '别克GL8' },
      { brand: '别克', name: '别克GL8 ES陆尊' },
      { brand: '丰田', name: '丰田凯美瑞' },
      { brand: '丰田', name: '丰田凯美瑞双擎' },
      { brand: '奥迪', name: '奥迪A6L' },
    ]
    const meant = (name: string) => libraryModel(name, library)?.name
    expect(meant('朗逸')).toBe('大众朗逸')
    expect(meant('gl8')).toBe('别克GL8')
    expect(meant('GL8-ES陆尊')).toBe('别克GL8 ES陆尊')
    expect(meant('凯美瑞双擎')).toBe('丰田凯美瑞双擎')
    expect(meant('奥迪A6L 45TFSI')).toBe('奥迪A6L')
    expect(meant('丰田凯')).toBeUndefined()
    expect(meant('宝来')).toBeUndefined()
    expect(meant('')).toBeUndefined()
  })

  it('that are unknown are listed with a similar name, most frequent first', () => {
    expect(
      foreignNames(
        { model: ['卡罗拉', '卡罗拉', '奥迪A6L 45TFSI'], store: ['虹桥店', 'HQ', '机场店'] },
        models,
        stores,
        none,
      ),
    ).toEqual([
      { field: 'model', name: '卡罗拉', rows: 2, id: null, near: 'm1' },
      { field: 'model', name: '奥迪A6L 45TFSI', rows: 1, id: null, near: 'm2' },
      { field: 'store', name: '虹桥店', rows: 1, id: null, near: 's1' },
      // Two stores are equally similar, so that none is proposed.
      { field: 'store', name: '机场店', rows: 1, id: null, near: null },
    ])
  })

  it('use the choice of the user, also for rows without a name', () => {
    const chosen = { model: new Map([[plainName('卡 罗拉'), 'm1']]), store: new Map([['', 's2']]) }
    expect(foreignNames({ model: ['卡罗拉'], store: [''] }, models, stores, chosen)).toEqual([
      { field: 'model', name: '卡罗拉', rows: 1, id: 'm1', near: 'm1' },
      { field: 'store', name: '', rows: 1, id: 's2', near: 's2' },
    ])
    // A merchant with one store does not name it in the table.
    expect(storeFinder([stores[0]!], new Map())('')).toMatchObject({ id: 's1' })
    expect(storeFinder(stores, new Map())('')).toBe('请填写门店')
  })
})
