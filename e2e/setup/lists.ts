import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Screen } from '../../web/src/kernel/page/screen.ts'

/*
 * The recipe of lists: what is known of a record is declared once. A list with a desktop to itself is a table, any other one has the
 * shared card, and what narrows it is one row of chips.
 */

/** A phone's card of an order has its two times in a frame, as its page has them. */
const ownFrames: ReadonlySet<string> = new Set(['/order', '/long-order'])

/** Lists that stay cards on a desktop. */
const asCards: ReadonlyMap<string, string> = new Map([
  ['/profit/car/:id', 'what a vehicle did stands below its pictures, as their last part'],
])

export const isList = ({ file }: Screen) =>
  /\blistPage\(|<(Rows|Items)\b/.test(
    readFileSync(new URL(`../../web/src/${file}/screen.tsx`, import.meta.url), 'utf8'),
  )

/** What leaves the recipe of lists on the page on stage. */
export const faultsOf = (page: Page, path: string) =>
  page.evaluate(
    ({ shared, mayBeCards }) => {
      const shown = (part: Element) => part.getClientRects().length > 0
      const all = (selector: string) => [...document.querySelectorAll(selector)].filter(shown)
      const name = (part: Element) => part.textContent.slice(0, 40)
      // A list beside the page has a test of its own.
      const items = all('.virtual-list-rows > li').filter((item) => !item.closest('[role="table"], [data-pane="list"]'))
      return [
        ...(shared ? items : [])
          .filter((item) => !item.querySelector(':scope > .record-card, :scope > h2'))
          .map((item) => `a card of its own: ${name(item)}`),
        ...all('.record-card, .virtual-list-rows > li > .card')
          .filter((card) => card.clientWidth > 720 && card.clientHeight > 112)
          .map((card) => `a phone's card ${card.clientWidth} wide, ${card.clientHeight} high: ${name(card)}`),
        ...(mayBeCards || innerWidth < 1024 ? [] : items)
          .filter((item) => !item.closest('[data-pane]'))
          .map((item) => `a card where a table has room: ${name(item)}`),
        ...all('.record-card .button, .virtual-list-head .card .button')
          .filter((button) => !button.matches('.button-s, .button-block, .button-text'))
          .map((button) => `a button of a footer's size in a card: ${name(button)}`),
        ...all('[role="table"]').flatMap((table) => {
          const rows = [...table.querySelectorAll('[role="row"]')].filter(shown)
          const cellsOf = (row: Element) => [...row.querySelectorAll('[role="cell"], [role="columnheader"]')]
          const heads = cellsOf(rows[0]!).map((cell) => Math.round(cell.getBoundingClientRect().left))
          return rows.flatMap((row) => {
            const cells = cellsOf(row)
            // An empty list is one cell of a table.
            if (cells.length !== heads.length) return []
            return [
              ...cells
                // The act stays in view over a table that is wider than its window.
                .filter(
                  (cell, n) =>
                    !cell.matches('.data-table-stays') &&
                    Math.abs(Math.round(cell.getBoundingClientRect().left) - heads[n]!) > 1,
                )
                .map((cell) => `a column that begins elsewhere: ${name(cell)}`),
              // What can be pressed has an area that is larger than it looks.
              ...cells
                .filter((cell) =>
                  cell.querySelector('button, label') ? cell.clientHeight > 40 : cell.scrollHeight > 40,
                )
                .map((cell) => `a cell of two lines: ${name(cell)}`),
              ...(row.querySelector('.cell-due') && !row.querySelector('button, a:not(.row-link)')
                ? [`a deadline without its act: ${name(row)}`]
                : []),
            ]
          })
        }),
        ...all('[data-pane="main"]')
          .filter((pane) => pane.textContent === '')
          .map(() => 'an empty pane beside the list'),
        ...all('.page-frame-head .select, .page-frame-head .date-range-field, .page-frame-head .input')
          .filter((box) => !box.closest('.chip'))
          .map((box) => `a box as a filter: ${name(box)}`),
        ...all('.page-frame-head').flatMap((head) => {
          const lines = new Set(
            [...head.querySelectorAll('.chip')]
              .filter(shown)
              .map((chip) => Math.round(chip.getBoundingClientRect().top)),
          )
          return lines.size > 1 ? [`filters in ${lines.size} lines`] : []
        }),
      ]
    },
    { shared: !ownFrames.has(path), mayBeCards: asCards.has(path) },
  )
