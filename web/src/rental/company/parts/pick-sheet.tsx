import { useState } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { LoadError } from '../../../ui/frame/empty.tsx'
import { Cell, MainButton, Note, Row } from '../../../ui/layout.tsx'
import { creditWords } from './company-words.ts'

interface Picked {
  readonly companyId: string
  readonly name: string
}

interface PickSheetProps extends Asks<{ readonly company: Picked | null }> {
  readonly chosen: Picked | null
}

/** Chooses the company that rents, or creates it. */
export default function PickSheet({ chosen, answer }: PickSheetProps) {
  const [keyword, setKeyword] = useState('')
  const found = useRead(calls.company.page, { keyword: keyword || undefined }, { freshFor: 30_000 })
  const companies = found.data?.list.filter(({ enabled }) => enabled) ?? []
  async function add() {
    const companyId = await open(() => import('./company-sheet.tsx'), { company: null, name: keyword })
    if (companyId === undefined) return
    const { data } = await found.refetch()
    const made = data?.list.find((one) => one.companyId === companyId)
    answer({ company: { companyId, name: made?.name ?? keyword } })
  }
  return (
    <OpenedSheet
      title="企业客户"
      flush
      footer={
        chosen !== null && (
          <MainButton variant="tint" onClick={() => answer({ company: null })}>
            不选企业
          </MainButton>
        )
      }
    >
      <Row pad={[0, 16, 8]} align="stretch">
        <Search value={keyword} onChange={setKeyword} placeholder="单位名称、税号" />
      </Row>
      {found.error && <LoadError inline title={found.error.message} onRetry={() => void found.refetch()} />}
      {companies.map(({ companyId, name, credit }) => (
        <Cell
          key={companyId}
          label={name}
          note={creditWords(credit)}
          current={companyId === chosen?.companyId}
          onClick={() => answer({ company: { companyId, name } })}
        />
      ))}
      {found.data && companies.length === 0 && <Note pad={16}>没有匹配的企业客户</Note>}
      <Cell label="新建企业客户" onClick={() => void add()} />
    </OpenedSheet>
  )
}
