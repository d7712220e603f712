import { ruleText } from '@cheyi/domain/insight/commission/commission'
import { ask, calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { open } from '../../../page/open.ts'
import { Page, page, refresh, useAnswers } from '../../../page/page.tsx'
import { Card, CardMore, Cell, Note, Notice, Stack } from '../../../ui/layout.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { commissionScreens } from '../screens.ts'

export type Rule = OutputOf<typeof calls.commission.rules>['list'][number]

const rules = () => ask(calls.commission.rules, {})
const sheets = () => import('./sheets.tsx')

/** What employees get commissions of. */
export default page(commissionScreens.rules, () => {
  const [{ list }] = useAnswers(rules())
  async function add() {
    if (await open(sheets, 'RuleSheet', {})) await refresh(rules())
  }
  async function end(rule: Rule) {
    if (await open(sheets, 'EndSheet', { rule })) await refresh(rules())
  }
  return (
    <Page reading>
      <Stack gap={10}>
        {list.length === 0 && <Notice>还没有提成规则</Notice>}
        <Card title="规则" extra={<CardMore onClick={() => void add()}>添加</CardMore>}>
          {list.map((rule) => (
            <Cell
              key={rule.ruleId}
              label={ruleText(rule)}
              note={[
                rule.storeName ?? '全部门店',
                rule.roleName ?? '全部角色',
                `${rule.from.slice(0, 7)} 起`,
                rule.to !== null && `至 ${rule.to.slice(0, 7)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
              extra={rule.to !== null && <Tag>已停用</Tag>}
              {...(rule.to === null && { onClick: () => void end(rule) })}
            />
          ))}
        </Card>
        <Note>
          同一项目只按最具体的一条计：先看门店，再看角色，同样具体的以新的为准。租金和服务按当月确认的收入计，与数据概览一致。修改规则请停用后新增，已确认的月份不变。
        </Note>
      </Stack>
    </Page>
  )
})
