import './person-detail.css'
import { spacePhone } from '@cheyi/domain/mask'
import { localDate } from '@cheyi/domain/time'
import { type ReactNode, useState } from 'react'
import { ask, calls, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { useMay } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field/choice.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Card, Cell } from '../../../ui/layout.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import type { PersonDetail as Person } from '../parts/person-words.ts'
import { verifyMark } from '../parts/verify-mark.ts'
import { driverScreens } from '../screens.ts'
import { DocumentsCard } from './documents-card.tsx'
import { type Fact, identityFacts, licenceFacts, type Numbers, nextOf } from './file-words.ts'
import { OrdersCard } from './orders-card.tsx'
import { FRESH, usePerson } from './use-person.ts'

/** A customer's file: documents, rentals and blacklist. */
export default page(
  driverScreens.personDetail,
  ({ personId, orderId }) => {
    useAnswers(ask(calls.driver.personDetail, { personId }, { freshFor: FRESH }))
    // The same cached answer, with its time.
    const person = usePerson(personId)
    const mayEdit = useMay('person.edit')
    return (
      person.data && (
        <FileView
          person={person.data}
          at={person.dataUpdatedAt}
          refetch={person.refetch}
          acts={
            mayEdit && (
              <ActionBar>
                <MainButton onClick={() => go(driverScreens.personEntry, { personId, orderId })}>编辑与核验</MainButton>
              </ActionBar>
            )
          }
        />
      )
    )
  },
  { cards: 4, shape: 'detail' },
)

interface FileViewProps {
  readonly person: Person
  /** Time of the answer, epoch ms. */
  readonly at: number
  readonly refetch: () => Promise<{ readonly data?: Person }>
  readonly acts: ReactNode
}

function FileView({ person, at, refetch, acts }: FileViewProps) {
  const { personId, name, orderCount, blacklist } = person
  const now = useNow()
  const today = localDate(now)
  const [numbers, setNumbers] = useState<Numbers | null>(null)
  const reach = useReach()
  const reveal = useWrite(calls.driver.revealPerson)
  const mark = verifyMark(person)
  const shown = numbers ?? person
  return (
    <DetailPage
      subject={name}
      tags={[mark, ...(blacklist ? [{ text: '黑名单', tone: 'danger' as const }] : [])]}
      next={nextOf(person, now)}
      note={[spacePhone(shown.phone), orderCount > 0 && `租车 ${orderCount} 次`].filter(Boolean).join(' · ')}
      right={
        <Button
          variant="tint"
          size="s"
          loading={reveal.pending}
          onClick={async () => setNumbers(numbers ? null : await reveal.run({ personId }))}
        >
          {numbers ? '隐藏' : '显示号码'}
        </Button>
      }
      acts={acts}
      thing={<OrdersCard orders={person.orders} />}
      side={
        <>
          <DocumentsCard person={person} at={at} refetch={refetch} />
          <Facts title="身份证件" facts={identityFacts(person, shown, today)} />
          <Facts title="驾驶证" facts={licenceFacts(person, shown, today)} />
        </>
      }
      log={
        <Card>
          <TagsCell person={person} />
          <BlacklistCell person={person} />
          <Cell
            label="个人信息"
            note="同意与撤回、客户请求、副本与删除"
            {...linkTo(reach, driverScreens.personPrivacy, { personId })}
          />
        </Card>
      }
    />
  )
}

function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  if (facts.length === 0) return <None of={title} />
  return (
    <Card pad title={title}>
      <KeyValue
        rows={facts.map(({ label, value, expired, mark }) => ({
          label,
          value,
          note: mark ? <Tag tone={mark.tone}>{mark.text}</Tag> : expired && <Tag tone="danger">已过期</Tag>,
        }))}
      />
    </Card>
  )
}

/** The tags of the customer; those who may enter documents change them. */
function TagsCell({ person: { personId, tags } }: { readonly person: Person }) {
  const mayEdit = useMay('person.edit')
  return (
    <Cell
      label="标签"
      note={tags.length === 0 ? '在客户列表中按标签筛选' : tags.join('、')}
      {...(mayEdit && { onClick: () => void open(() => import('./tags-sheet.tsx'), { personId, tags }) })}
    />
  )
}

/** Whether the customer is blacklisted, and why; a change needs a reason. */
function BlacklistCell({ person }: { readonly person: Person }) {
  const mayEdit = useMay('person.edit')
  const { personId, blacklist, blacklistReason } = person
  return (
    <Cell
      label="黑名单"
      note={blacklist ? blacklistReason || '未填写原因' : '加入后不能下单和取车'}
      extra={
        mayEdit ? (
          <Switch
            label="黑名单"
            checked={blacklist}
            onChange={() => void open(() => import('./blacklist-sheet.tsx'), { personId, on: !blacklist })}
          />
        ) : (
          <Tag tone={blacklist ? 'danger' : 'neutral'}>{blacklist ? '在黑名单中' : '否'}</Tag>
        )
      }
    />
  )
}
