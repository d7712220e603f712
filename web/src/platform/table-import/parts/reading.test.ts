import { describe, expect, it } from 'vitest'
import { keyOf, type Layout, noChanges, readingOf, readsOtherwise, withAdded, withColumn, withName } from './reading.ts'

const layout: Layout = {
  sheets: ['台账', '旧'],
  sheet: 0,
  heading: 3,
  columns: [
    { column: 0, title: '车牌', example: '沪A12345', key: 'plate' },
    { column: 2, title: '大架', example: 'x', key: null },
  ],
  lacking: [],
  missing: ['vin'],
  names: [
    { field: 'model', name: '朗逸', rows: 2, id: null, near: '7' },
    { field: 'store', name: '', rows: 2, id: null, near: null },
  ],
}

describe('how a table is read', () => {
  it('is another as soon as a name that comes near is proposed', () => {
    expect(readsOtherwise(layout, noChanges)).toBe(true)
    expect(readsOtherwise({ ...layout, names: [layout.names[1]!] }, noChanges)).toBe(false)
    expect(readingOf(layout, noChanges)).toEqual({
      sheet: 0,
      columns: [
        { column: 0, key: 'plate' },
        { column: 2, key: null },
      ],
      names: [{ field: 'model', name: '朗逸', id: '7' }],
    })
  })

  it('gives each meaning to one column alone', () => {
    const changed = withColumn(noChanges, layout, 2, 'plate')
    expect(layout.columns.map((one) => keyOf(changed, one))).toEqual([null, 'plate'])
    expect(keyOf(withColumn(changed, layout, 2, null), layout.columns[1]!)).toBeNull()
  })

  it('takes what was added under the name of the table, and nothing that two are called', () => {
    const named = { ...layout, names: [{ field: 'store' as const, name: '虹桥店', rows: 2, id: null, near: null }] }
    const [added, unlike] = [
      { value: '8', label: '虹桥店' },
      { value: '9', label: '虹桥' },
    ]
    const taken = withAdded(noChanges, named, { model: [], store: [added!, unlike!] })
    expect(readingOf(named, taken).names).toEqual([{ field: 'store', name: '虹桥店', id: '8' }])
    expect(withAdded(noChanges, named, { model: [added!], store: [unlike!] })).toBe(noChanges)
    expect(withAdded(noChanges, named, { model: [], store: [added!, { ...added!, value: '10' }] })).toBe(noChanges)
    const chosen = withName(noChanges, named.names[0]!, '9')
    expect(withAdded(chosen, named, { model: [], store: [added!] })).toBe(chosen)
  })

  it('keeps what was chosen for a name, and forgets all with another sheet', () => {
    const changed = withName(noChanges, layout.names[1]!, '3')
    expect(readingOf(layout, changed).names).toEqual([
      { field: 'model', name: '朗逸', id: '7' },
      { field: 'store', name: '', id: '3' },
    ])
    expect(readingOf(layout, { ...changed, sheet: 1 })).toEqual({ sheet: 1 })
  })
})
