import { orderStatuses } from '@cheyi/domain/booking/order/codes'
import { spacePhone } from '@cheyi/domain/mask'
import { formatMoney } from '@cheyi/domain/money'
import { formatPeriod } from '@cheyi/domain/near'
import { localDate } from '@cheyi/domain/time'
import { useState } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { ask, calls, useWrite } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { go } from '../../../kernel/page/router.ts'
import { linkTo, useMay, useMayWhole, useReach } from '../../../kernel/user.ts'
import { DetailPage, None } from '../../../page/detail.tsx'
import { open } from '../../../page/open.ts'
import { page, useAnswers } from '../../../page/page.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, CardMore, Cell, MainButton, Row, Stack } from '../../../ui/layout.tsx'
import { Money } from '../../../ui/show/money.tsx'
import { KeyValue } from '../../../ui/show/rows.tsx'
import { StatusDot } from '../../../ui/show/tag.tsx'
import { instalmentScreens } from '../../instalment/screens.ts'
import { bookerState, type Company, creditTags, inviterWords, priceWords, rateWords } from '../parts/company-words.ts'
import { companyScreens } from '../screens.ts'

const sheets = () => import('../parts/sheets.tsx')

/** A company: tax data, credit, agreed prices, contacts, people who book for it, and orders. */
export default page(
  companyScreens.detail,
  ({ companyId }) => {
    const [company] = useAnswers(ask(calls.company.detail, { companyId }))
    return (
      <DetailPage
        subject={company.name}
        tags={[
          ...(company.enabled ? [] : [{ text: '已停用', tone: 'neutral' as const }]),
          ...creditTags(company),
          ...company.tags.map((text) => ({ text, tone: 'neutral' as const })),
        ]}
        next={owedOf(company)}
        note={company.taxNo && `税号 ${company.taxNo}`}
        acts={<Acts company={company} />}
        thing={
          <>
            <OrdersCard company={company} />
            <TermsCard company={company} />
          </>
        }
        side={
          <>
            <ContactsCard company={company} />
            <PricesCard company={company} />
            <BookersCard company={company} />
            <FileCard company={company} />
          </>
        }
      />
    )
  },
  { cards: 5, shape: 'detail' },
)

interface Of {
  readonly company: Company
}

/** What the company owes, red once its credit is used up. */
const owedOf = ({ owed, credit }: Company) =>
  owed === null || owed === 0 ? null : { text: `欠款 ${formatMoney(owed)}`, late: credit !== null && owed >= credit }

/** A debt leads to the bill where it is paid. */
function Acts({ company: { name, owed } }: Of) {
  const mayBill = useMay('longOrder.flow')
  const mayCollect = useMay('order.payment')
  if (!(mayBill && mayCollect) || owed === null || owed === 0) return null
  return (
    <ActionBar>
      <MainButton onClick={() => go(instalmentScreens.company, { payer: name })}>收款</MainButton>
    </ActionBar>
  )
}

function FileCard({ company }: Of) {
  const mayEdit = useMayWhole('order.create')
  const { taxNo, address, phone, bank, bankAccount, note } = company
  const facts = [
    ['税号', taxNo],
    ['地址', address],
    ['电话', phone],
    ['开户行', bank],
    ['银行账号', bankAccount],
    ['备注', note],
  ] as const
  const rows = facts.flatMap(([label, value]) => (value === '' ? [] : [{ label, value }]))
  const edit = mayEdit && (
    <CardMore onClick={() => void open(() => import('../parts/company-sheet.tsx'), { company })}>修改</CardMore>
  )
  if (rows.length === 0) return <None of="开票资料" add={edit} />
  return (
    <Card pad title="开票资料" extra={edit}>
      <KeyValue rows={rows} />
    </Card>
  )
}

function TermsCard({ company }: Of) {
  const reach = useReach()
  const mayTerms = useMayWhole('price.edit')
  const mayBill = useMay('longOrder.flow')
  const { name, credit, owed, payDays, rateBp } = company
  return (
    <Card
      title="信用与折扣"
      extra={mayTerms && <CardMore onClick={() => void open(sheets, 'TermsSheet', { company })}>设置</CardMore>}
    >
      <Cell label="信用额度" align="right">
        {credit === null ? '不限' : formatMoney(credit)}
      </Cell>
      {owed !== null && (
        <Cell label="现欠" align="right">
          <span className="num">
            {formatMoney(owed)}
            {credit !== null && `，可用 ${formatMoney(Math.max(0, credit - owed))}`}
          </span>
        </Cell>
      )}
      <Cell label="账期" align="right">
        {payDays === 0 ? '即时付款' : `${payDays}天`}
      </Cell>
      <Cell label="默认折扣" align="right">
        {rateWords(rateBp)}
      </Cell>
      {mayBill && <Cell label="企业账单" {...linkTo(reach, instalmentScreens.company, { payer: name })} />}
    </Card>
  )
}

function PricesCard({ company: { companyId, prices } }: Of) {
  const mayTerms = useMayWhole('price.edit')
  const edit = (price: Company['prices'][number] | null) => void open(sheets, 'PriceSheet', { companyId, price })
  const add = mayTerms && <CardMore onClick={() => edit(null)}>添加</CardMore>
  if (prices.length === 0) return <None of="协议价" add={add} />
  return (
    <Card title="协议价" extra={add}>
      {prices.map((price) => (
        <Cell
          key={price.modelId}
          label={price.modelName}
          note={priceWords(price)}
          {...(mayTerms && { onClick: () => edit(price) })}
        />
      ))}
    </Card>
  )
}

function ContactsCard({ company: { companyId, contacts } }: Of) {
  const edit = (contact: Company['contacts'][number] | null) =>
    void open(sheets, 'ContactSheet', { companyId, contact })
  const add = <CardMore onClick={() => edit(null)}>添加</CardMore>
  if (contacts.length === 0) return <None of="联系人" add={add} />
  return (
    <Card title="联系人" extra={add}>
      {contacts.map((contact) => (
        <ContactRow key={contact.contactId} contact={contact} onEdit={() => edit(contact)} />
      ))}
    </Card>
  )
}

/** Who books for the company on the booking page. */
function BookersCard({ company: { companyId, bookers } }: Of) {
  const mayTerms = useMayWhole('price.edit')
  const now = useNow()
  const edit = (booker: Company['bookers'][number] | null) => void open(sheets, 'BookerSheet', { companyId, booker })
  const add = mayTerms && <CardMore onClick={() => edit(null)}>邀请</CardMore>
  if (bookers.length === 0) return <None of="网上预订人" add={add} />
  return (
    <Card title="网上预订人" extra={add}>
      {bookers.map((booker) => (
        <Cell
          key={booker.bookerId}
          label={booker.name}
          note={
            <>
              <span className="num">{spacePhone(booker.mobile)}</span> {inviterWords(booker)}
            </>
          }
          extra={bookerState(booker, localDate(now))}
          {...(mayTerms && booker.endedAt === null && { onClick: () => edit(booker) })}
        />
      ))}
    </Card>
  )
}

interface ContactRowProps {
  readonly contact: Company['contacts'][number]
  readonly onEdit: () => void
}

function ContactRow({ contact, onEdit }: ContactRowProps) {
  const [phone, setPhone] = useState<string | null>(null)
  const reveal = useWrite(calls.company.revealContact)
  const { contactId, name } = contact
  async function show() {
    const shown = phone === null ? await reveal.run({ contactId }) : undefined
    setPhone(shown?.phone ?? null)
  }
  return (
    <Cell
      label={name}
      note={<span className="num">{spacePhone(phone ?? contact.phone)}</span>}
      extra={
        <Row as="span" gap={8}>
          <Button size="s" variant="text" loading={reveal.pending} onClick={() => void show()}>
            {phone === null ? '显示号码' : '隐藏'}
          </Button>
          <Button size="s" variant="text" onClick={onEdit}>
            修改
          </Button>
        </Row>
      }
    />
  )
}

function OrdersCard({ company: { orders } }: Of) {
  const now = useNow()
  const reach = useReach()
  if (orders.length === 0) return <None of="订单" />
  return (
    <Card title="订单">
      {orders.map(({ orderId, orderKind, status, modelName, contactName, pickupAt, returnAt, total }) => (
        <Cell
          key={orderId}
          label={`${contactName} · ${modelName}`}
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
