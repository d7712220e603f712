import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { calls } from '../../kernel/call/calls.ts'
import { ScopeContext } from '../../kernel/page/pages.tsx'
import { openPages, refusal, success } from '../../kernel/testing/open-pages.ts'
import { useListPage } from './use-list-page.tsx'
import { useTable } from './use-table.ts'

let pages: ReturnType<typeof openPages>
beforeEach(() => {
  pages = openPages()
})
afterEach(() => pages.close())

const within = (of: unknown) => (page: ReactNode) => {
  const scope = { page: { row: of, raw: {}, key: 'list' }, patch: () => {}, beside: null, alone: true }
  return createElement(ScopeContext, { value: scope as never }, page)
}
/** Only its name counts. */
const row = { name: 'company.list' }

interface Shown {
  keyword?: string
}
const open = (shown: Shown = {}, clear = () => {}) =>
  pages.open(
    () =>
      useListPage(
        calls.company.page,
        { ...shown },
        {
          noun: '企业客户',
          keyOf: ({ companyId }) => companyId,
          narrowed: shown.keyword ? { clear } : undefined,
          keepPrevious: true,
        },
      ),
    within(row),
  )
const answer = (ids: readonly string[], nextCursor: string | null = null) =>
  success({ list: ids.map((companyId) => ({ companyId })), total: 5, nextCursor })
const idsOf = ({ items }: { readonly items: readonly { readonly companyId: string }[] }) =>
  items.map(({ companyId }) => companyId)
const wordsOf = (node: ReactNode) =>
  renderToStaticMarkup(node)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

describe('a list', () => {
  it('goes on after the last row that it has, and begins again with the first page', async () => {
    pages.answers.push(answer(['1', '2'], 'after-2'))
    const list = await open()
    await list.sends()
    expect(idsOf(list.now())).toEqual(['1', '2'])
    pages.answers.push(answer(['3'], null))
    await list.sends(({ loadMore }) => loadMore())
    expect(pages.sent.map(({ cursor }) => cursor)).toEqual([undefined, 'after-2'])
    expect([idsOf(list.now()), list.now().hasMore]).toEqual([['1', '2', '3'], false])
    pages.answers.push(answer(['4'], null))
    await list.sends(({ restart }) => restart())
    expect([pages.sent.length, idsOf(list.now())]).toEqual([3, ['4']])
  })

  it('keeps its rows when the next page does not come, and asks for that page again', async () => {
    pages.answers.push(answer(['1'], 'after-1'))
    const list = await open()
    await list.sends()
    pages.answers.push(refusal(-3, '没有权限'))
    await list.sends(({ loadMore }) => loadMore())
    expect([idsOf(list.now()), list.now().moreFailed, list.now().instead]).toEqual([['1'], true, undefined])
    pages.answers.push(answer(['2']))
    await list.sends(({ loadMore }) => loadMore())
    expect([idsOf(list.now()), pages.sent.at(-1)]).toEqual([['1', '2'], { cursor: 'after-1' }])
  })

  it('shows the rows of before until those of another filter are there', async () => {
    const shown: Shown = {}
    pages.answers.push(answer(['1']))
    const list = await open(shown)
    await list.sends()
    shown.keyword = '海港'
    pages.answers.push(answer(['2']))
    await list.render()
    const { filter } = list.now()
    expect(idsOf(list.now())).toEqual(['1'])
    await list.sends()
    expect([idsOf(list.now()), list.now().filter]).toEqual([['2'], filter])
    expect(pages.sent.at(-1)).toEqual({ keyword: '海港' })
  })

  it('says that there is nothing yet, or nothing that fits and how to see all', async () => {
    pages.answers.push(answer([]))
    const list = await open()
    await list.sends()
    expect(wordsOf(list.now().instead)).toBe('暂无企业客户')
    pages.answers.push(answer([]))
    const narrow = await open({ keyword: '海港' })
    await narrow.sends()
    expect(wordsOf(narrow.now().instead)).toBe('没有匹配的企业客户 清除筛选')
  })

  it('says why it has no rows, with a way to try again', async () => {
    pages.answers.push(refusal(-3, '没有权限查看企业客户'))
    const list = await open()
    await list.sends()
    expect(wordsOf(list.now().instead)).toBe('加载失败 没有权限查看企业客户 重试')
  })
})

describe('the columns that somebody has chosen', () => {
  const table = (of: unknown) => pages.open(useTable, within(of))

  it('are there again on this device, for that list alone', async () => {
    const list = await table(row)
    await list.does(([, keep]) => keep({ columns: ['name', 'owed'] }))
    expect(list.now()[0]).toEqual({ columns: ['name', 'owed'] })
    await list.unmount()
    const again = await table(row)
    await again.does(([, keep]) => keep({ on: true }))
    expect(again.now()[0]).toEqual({ columns: ['name', 'owed'], on: true })
    expect((await table({ name: 'company.other' })).now()[0]).toEqual({})
  })
})
