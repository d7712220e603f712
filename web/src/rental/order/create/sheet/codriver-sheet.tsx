import { useState } from 'react'
import { calls, feedback, useRead } from '../../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../../page/opened.tsx'
import { Search } from '../../../../ui/field/search.tsx'
import { Chip } from '../../../../ui/frame/chips.tsx'
import { LoadError } from '../../../../ui/frame/empty.tsx'
import { MainButton, Note, Row } from '../../../../ui/layout.tsx'
import { PeopleList } from '../card/people-list.tsx'
import type { Entered } from '../form.ts'

const MAX = 3

interface CodriverSheetProps extends Asks<true> {
  readonly chosen: Entered['codrivers']
  /** Excluded from the list, because the renter always drives. */
  readonly renterId: string | undefined
  readonly onChange: (codrivers: Entered['codrivers']) => void
}

/** Additional drivers: stored customers, at most three. Each choice applies at once. */
export default function CodriverSheet({ chosen, renterId, onChange, answer }: CodriverSheetProps) {
  const [value, setValue] = useState(chosen)
  const [keyword, setKeyword] = useState('')
  const found = useRead(calls.driver.searchPeople, { keyword }, { enabled: keyword.length >= 2, freshFor: 60_000 })
  function put(codrivers: Entered['codrivers']) {
    setValue(codrivers)
    onChange(codrivers)
  }
  const taken = new Set([renterId, ...value.map(({ personId }) => personId)])
  const people = found.data?.filter(({ personId }) => !taken.has(personId)) ?? []
  return (
    <OpenedSheet title="同行驾驶人" flush footer={<MainButton onClick={() => answer(true)}>完成</MainButton>}>
      {value.length > 0 && (
        <Row gap={[12, 8]} pad={[4, 16, 12]} align="stretch" wrap>
          {value.map(({ personId, name }) => (
            <Chip key={personId} on onRemove={() => put(value.filter((one) => one.personId !== personId))}>
              {name || '已登记驾驶人'}
            </Chip>
          ))}
        </Row>
      )}
      <Row pad={[0, 16, 8]} align="stretch">
        <Search value={keyword} onChange={setKeyword} placeholder="手机号、后四位、姓名或证件号" />
      </Row>
      {found.error && <LoadError inline title={found.error.message} onRetry={() => void found.refetch()} />}
      <PeopleList
        people={people}
        onPick={(person) => {
          if (person.blacklist) return feedback.toast('该客户在黑名单中', 'error')
          if (value.length >= MAX) return feedback.toast(`最多 ${MAX} 人`)
          put([...value, { personId: person.personId, name: person.name }])
        }}
      />
      {found.data?.length === 0 && <Note pad={16}>没有匹配的客户，新驾驶人请先在取车时登记证件</Note>}
    </OpenedSheet>
  )
}
