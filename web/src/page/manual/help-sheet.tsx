import { pages } from 'virtual:manual'
import { useState } from 'react'
import { Button, Cell, Note, Stack } from '../../ui/layout.tsx'
import { type Asks, OpenedSheet } from '../opened.tsx'
import { ManualList } from './list.tsx'
import { furtherPagesOf, pageOf } from './manual.ts'
import { ManualText } from './text.tsx'

interface HelpProps extends Asks<true> {
  /** Name of the screen below. */
  readonly screen: string
}

/**
 * 怎么用: the manual's page for the screen below, which stays as it is, with all that has been typed. Links between pages are followed
 * inside the sheet; 全部 shows the list of all pages.
 */
export default function HelpSheet({ screen, answer }: HelpProps) {
  const first = pageOf(pages, screen)
  const [way, setWay] = useState<readonly string[]>(first === undefined ? [] : [first.task])
  const [keyword, setKeyword] = useState('')
  const task = way.at(-1)
  const page = pages.find((one) => one.task === task)
  const further = task === first?.task ? furtherPagesOf(pages, screen) : []
  const show = (next: string) => setWay([...way, next])
  return (
    <OpenedSheet
      title={page === undefined ? '使用手册' : page.title}
      footer={
        page !== undefined && (
          <>
            {way.length > 1 && <Button onClick={() => setWay(way.slice(0, -1))}>上一页</Button>}
            <Button onClick={() => setWay([...way, ''])}>全部手册</Button>
          </>
        )
      }
    >
      {page === undefined ? (
        <Stack gap={12}>
          <ManualList keyword={keyword} onKeyword={setKeyword} onPage={show} />
        </Stack>
      ) : (
        <>
          <ManualText key={page.task} task={page.task} onPage={show} onLeave={() => answer(true)} />
          {further.length > 0 && (
            <Stack as="section" gap={4} aria-label="这里还能做">
              <Note as="h3" weight="m">
                这里还能做
              </Note>
              {further.map((one) => (
                <Cell key={one.task} label={one.title} onClick={() => show(one.task)} />
              ))}
            </Stack>
          )}
        </>
      )}
    </OpenedSheet>
  )
}
