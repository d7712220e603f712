import { formatMoney } from '@cheyi/domain/money'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { linkTo, useReach } from '../../../kernel/page/reach.ts'
import { go } from '../../../kernel/page/router.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { open } from '../../../page/open.ts'
import { CardLink, RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { creditWords } from '../parts/company-words.ts'
import { companyScreens } from '../screens.ts'

async function add() {
  const companyId = await open(() => import('../parts/company-sheet.tsx'), { company: null })
  if (companyId !== undefined) go(companyScreens.detail, { companyId })
}

/** Companies that rent, with their credit. */
export default listPage(companyScreens.list, {
  call: calls.company.page,
  noun: '企业客户',
  search: '单位名称、税号',
  keyOf: ({ companyId }) => companyId,
  Row: CompanyCard,
  estimate: 92,
  useAdd: () => () => void add(),
  open: ({ companyId }) => go(companyScreens.detail, { companyId }),
  empty: { note: '建档后，下单时选企业客户即按协议价，并由企业付款' },
})

type Company = OutputOf<typeof calls.company.page>['list'][number]

function CompanyCard({ item, current }: { readonly item: Company; readonly current: boolean }) {
  const reach = useReach()
  const { companyId, name, taxNo, tags, enabled, credit, owed } = item
  const full = credit !== null && owed !== null && owed >= credit
  return (
    <RecordCard
      current={current}
      title={
        <>
          <CardLink {...linkTo(reach, companyScreens.detail, { companyId })}>{name}</CardLink>
          {!enabled && <Tag>已停用</Tag>}
          {full && <Tag tone="danger">额度已用完</Tag>}
          {tags.map((one) => (
            <Tag key={one}>{one}</Tag>
          ))}
        </>
      }
    >
      <p className="num">
        {[creditWords(credit), owed !== null && `欠款 ${formatMoney(owed)}`].filter(Boolean).join(' · ')}
      </p>
      {taxNo && <p className="num">税号 {taxNo}</p>}
    </RecordCard>
  )
}
