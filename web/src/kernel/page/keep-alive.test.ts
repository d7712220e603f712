import { describe, expect, it } from 'vitest'
import { nextPages, type Page, pageKey, pageOf, pageOnArrival } from './keep-alive.ts'
import { id, int, type Screen, screen, text } from './screen.ts'

const row = (path: `/${string}`, more: Partial<Pick<Screen, 'holds' | 'beside'>> = {}) =>
  screen({ path, name: path, title: '', permission: 'public', search: { status: text }, file: 'a/b/c', ...more })
const list = row('/order', { holds: ['/order/detail', '/price/setting'], beside: ['/order/detail'] })
const price = row('/price', { holds: ['/price/setting', '/order/detail'] })
const a = row('/a', { holds: ['/order/detail', '/b', '/order', '/price'] })
const b = row('/b', { holds: ['/order/detail', '/order', '/price'] })
const detail = screen({
  path: '/order/detail',
  name: 'detail',
  title: '',
  permission: 'public',
  search: { orderId: id, rstep: int(1) },
  file: 'a/b/c',
})
const home = row('/')
const visit = (pages: readonly Page[], to: Screen, raw = {}, pane?: Screen) => nextPages(pages, pageOf(to, raw), pane)
const paths = (pages: readonly Page[]) => pages.map((page) => page.row.path)

describe('which pages stay', () => {
  it('keeps a list with its filter under a page that it holds', () => {
    const pages = visit(visit([], list, { status: '3' }), detail, { orderId: '9' })
    expect(paths(pages)).toEqual(['/order', '/order/detail'])
    expect(pages[0]?.raw).toEqual({ status: '3' })
  })
  it('drops it on the way to any other page', () => {
    expect(paths(visit(visit([], list), home))).toEqual(['/'])
  })
  it('never shows one page twice', () => {
    expect(paths(visit(visit(visit([], list), detail, { orderId: '9' }), list))).toEqual(['/order'])
  })
  it('keeps three at most: the one longest off the stage leaves', () => {
    let pages: Page[] = []
    for (const to of [a, b, list]) pages = visit(pages, to)
    // Only a and b hold the list; price is kept from before by nothing.
    expect(paths(pages)).toEqual(['/a', '/b', '/order'])
    pages = nextPages([pageOf(price, {}), ...pages], pageOf(detail, { orderId: '1' }))
    expect(paths(pages)).toEqual(['/a', '/b', '/order', '/order/detail'])
  })
  it('takes another required value for another page, and another step for the same', () => {
    expect(pageKey(detail, { orderId: '1' })).not.toBe(pageKey(detail, { orderId: '2' }))
    expect(pageKey(detail, { orderId: '1', rstep: '2' })).toBe(pageKey(detail, { orderId: '1', rstep: '3' }))
  })
})

describe('two panes', () => {
  it('seeds the list for a link straight to a detail, once', () => {
    const pages = visit([], detail, { orderId: '9' }, list)
    expect(paths(pages)).toEqual(['/order', '/order/detail'])
    expect(paths(visit(pages, detail, { orderId: '10' }, list))).toEqual(['/order', '/order/detail'])
  })
  it('shows the list alone without a copy of it', () => {
    expect(paths(visit([], list, {}, list))).toEqual(['/order'])
  })
  it('keeps a filter that was changed beside a detail when history goes back', () => {
    const patched: Page = { ...pageOf(list, { status: '5' }), patched: true }
    const asked = pageOf(list, { status: '3' })
    expect(pageOnArrival(asked, [patched], 'BACK').raw).toEqual({ status: '5' })
    expect(pageOnArrival(asked, [patched], 'PUSH').raw).toEqual({ status: '3' })
    expect(pageOnArrival(asked, [{ ...patched, patched: false }], 'BACK').raw).toEqual({ status: '3' })
  })
})
