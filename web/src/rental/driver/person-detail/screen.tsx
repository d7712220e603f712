import './person-detail.css'
import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { spacePhone } from '@cheyi/domain/mask'
import { formatPeriod } from '@cheyi/domain/near'
import { localDate } from '@cheyi/domain/time'
import { type ReactNode, useState } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { ask, calls, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMay, useReach } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { view } from '../../../page/view.ts'
import { Switch } from '../../../ui/field/choice.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, Cell, Grid, MainButton, Notice, Row, Stack, Text } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { StatusDot, Tag } from '../../../ui/show/tag.tsx'
import type { PersonDetail as Person, PersonDetail } from '../parts/person-words.ts'
import { verifyMark } from '../parts/verify-mark.ts'
import { driverScreens } from '../screens.ts'
import { type Fact, identityFacts, licenceFacts, type Numbers, nextOf, shownDocuments } from './file-words.ts'
import { FRESH, usePerson } from './use-person.ts'

const sheets = () => import('./sheets.tsx')

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
            mayEdit &&
            person.data.isHandled && (
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
  const { personId, name, orderCount, blacklist, isHandled } = person
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
      next={isHandled ? nextOf(person, now) : null}
      note={[spacePhone(shown.phone), orderCount > 0 && `租车 ${orderCount} 次`].filter(Boolean).join(' · ')}
      notices={
        !isHandled && <Notice tone="primary">您看不到该客户的订单：号码已隐藏，为其建单后可查看证件、修改档案</Notice>
      }
      right={
        isHandled && (
          <Button
            variant="tint"
            size="s"
            loading={reveal.pending}
            onClick={async () => setNumbers(numbers ? null : await reveal.run({ personId }))}
          >
            {numbers ? '隐藏' : '显示号码'}
          </Button>
        )
      }
      acts={acts}
      thing={<OrdersCard orders={person.orders} />}
      side={
        <>
          {isHandled && <DocumentsCard person={person} at={at} refetch={refetch} />}
          <Facts title="身份证件" facts={identityFacts(person, shown, today)} />
          <Facts title="驾驶证" facts={licenceFacts(person, shown, today)} />
        </>
      }
      log={
        <Card>
          <TagsCell person={person} />
          <BlacklistCell person={person} />
          {isHandled && (
            <Cell
              label="个人信息"
              note="同意与撤回、客户请求、副本与删除"
              {...linkTo(reach, driverScreens.personPrivacy, { personId })}
            />
          )}
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
function TagsCell({ person: { personId, tags, isHandled } }: { readonly person: Person }) {
  const mayEdit = useMay('person.edit') && isHandled
  return (
    <Cell
      label="标签"
      note={tags.length === 0 ? '在客户列表中按标签筛选' : tags.join('、')}
      {...(mayEdit && {
        onClick: () => void open(sheets, 'TagsSheet', { personId, tags }),
      })}
    />
  )
}

/** Whether the customer is blacklisted, and why; a change needs a reason. */
function BlacklistCell({ person }: { readonly person: Person }) {
  const { personId, blacklist, blacklistReason, isHandled } = person
  const mayEdit = useMay('person.edit') && isHandled
  return (
    <Cell
      label="黑名单"
      note={blacklist ? blacklistReason || '未填写原因' : '加入后不能下单和取车'}
      extra={
        mayEdit ? (
          <Switch
            label="黑名单"
            checked={blacklist}
            onChange={() => void open(sheets, 'BlacklistSheet', { personId, on: !blacklist })}
          />
        ) : (
          <Tag tone={blacklist ? 'danger' : 'neutral'}>{blacklist ? '在黑名单中' : '否'}</Tag>
        )
      }
    />
  )
}

function OrdersCard({ orders }: Pick<PersonDetail, 'orders'>) {
  const now = useNow()
  const reach = useReach()
  if (orders.length === 0) return <None of="租车记录" />
  return (
    <Card title="租车记录">
      {orders.map(({ orderId, orderKind, status, modelName, plate, pickupAt, returnAt, total }) => (
        <Cell
          key={orderId}
          label={
            <Row as="span" gap={[4, 8]} wrap>
              {modelName}
              {plate && <Plate plate={plate} size="s" />}
            </Row>
          }
          note={<span className="num">{formatPeriod(pickupAt, returnAt, now)}</span>}
          extra={
            <Stack as="span" gap={2} align="end">
              <StatusDot status={status}>{orderStatuses.text(status)}</StatusDot>
              <Money fen={total} />
            </Stack>
          }
          {...orderLink(reach, { orderId, orderKind })}
        />
      ))}
    </Card>
  )
}

/** Document links expire after five minutes; older ones are read again before a picture is opened. */
const LINK_LASTS = 240_000

interface DocumentsCardProps {
  readonly person: PersonDetail
  /** When the links were made, epoch ms. */
  readonly at: number
  readonly refetch: () => Promise<{ readonly data?: PersonDetail }>
}

/** Pictures of the documents, watermarked with purpose, viewer and time (`server/src/platform/media/mark.ts`). */
function DocumentsCard({ person, at, refetch }: DocumentsCardProps) {
  const now = useNow()
  const documents = shownDocuments(person)
  async function show(index: number) {
    const fresh = now - at > LINK_LASTS ? ((await refetch()).data ?? person) : person
    const images = shownDocuments(fresh).map(({ name, media }) => ({ url: media.url, alt: name, personal: true }))
    view(images, index)
  }
  if (documents.length === 0) return <None of={`证件照片${person.waiveReason && `（${person.waiveReason}）`}`} />
  return (
    <Card pad title="证件照片" extra="仅限租车使用，查看会留痕">
      {person.waiveReason !== '' && (
        <Text as="p" ink={3}>
          照片未留全：{person.waiveReason}
        </Text>
      )}
      <Grid as="ul" fit={140} gap={12} size="s" text="center" className="person-detail-papers">
        {documents.map(({ slot, name, media }, index) => (
          <li key={slot}>
            <button type="button" onClick={() => void show(index)}>
              <img src={media.thumbUrl ?? media.url} alt={`查看${name}`} decoding="async" />
            </button>
            <span>{name}</span>
          </li>
        ))}
      </Grid>
    </Card>
  )
}
