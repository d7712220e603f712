import { fenceRule, fenceRules } from '@cheyi/domain/fleet/vehicle-control/codes'
import { fenceWords } from '@cheyi/domain/fleet/vehicle-control/fence'
import { calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import { feedback } from '../../../kernel/call/feedback.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { mayOpen, useAnswersFor, useUser } from '../../../kernel/user.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { pick, pickCode } from '../../../page/list/pick-filter.tsx'
import { Button } from '../../../ui/button.tsx'
import { Text } from '../../../ui/layout.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { ALL_STORES, useCurrentStore } from '../../store/parts/current-store.ts'
import { levelMark } from '../parts/alarm-words.ts'
import { vehicleControlScreens } from '../screens.ts'

export type Fence = OutputOf<typeof calls.vehicleControl.fencePage>['list'][number]

const useStores = () => useCurrentStore().stores.map(({ id, name }) => ({ value: id, label: name }))

/** Fences of all stores, and of those that the account sees. */
export default listPage(vehicleControlScreens.fences, {
  call: calls.vehicleControl.fencePage,
  noun: '围栏',
  search: '围栏名称',
  filters: [pickCode('rule', '规则', fenceRules), pick('storeId', '门店', ALL_STORES, useStores)],
  keyOf: ({ fenceId }) => fenceId,
  Row: FenceCard,
  estimate: 120,
  useAdd: () => (mayOpen(vehicleControlScreens.fence, useUser()) ? () => edit('0') : undefined),
  open: ({ fenceId }) => edit(fenceId),
  empty: { note: '在地图上画出范围，车辆驶出、驶入或超速时报警；也可画出禁断油电的区域' },
})

const edit = (id: string) => go(vehicleControlScreens.fence, { id })

function FenceCard({ item, current }: { readonly item: Fence; readonly current: boolean }) {
  const answers = useAnswersFor()
  const opens = mayOpen(vehicleControlScreens.fence, useUser())
  const switching = useWrite(calls.vehicleControl.fenceEnable)
  const { fenceId, version, active, level, rule, cars, storeName } = item
  async function flip() {
    if (await switching.run({ fenceId, version, active: !active })) feedback.toast(active ? '围栏已停用' : '围栏已启用')
  }
  return (
    <RecordCard
      current={current}
      title={
        <>
          {opens ? (
            <Link to={vehicleControlScreens.fence} with={{ id: fenceId }} className="card-link">
              {item.name}
            </Link>
          ) : (
            <span>{item.name}</span>
          )}
          {!active && <Tag tone="outline">已停用</Tag>}
          {rule !== fenceRule.noCut && <Tag tone={levelMark(level).tone}>{levelMark(level).text}</Tag>}
          {item.alarms > 0 && <Tag tone="danger">报警 {item.alarms}</Tag>}
        </>
      }
      act={
        opens &&
        answers(item.storeId) && (
          <Button size="s" loading={switching.pending} onClick={() => void flip()}>
            {active ? '停用' : '启用'}
          </Button>
        )
      }
    >
      <Text as="p" num>
        {fenceWords(item)}
      </Text>
      <Text as="p" num ink={2}>
        {[storeName ?? ALL_STORES, cars === 0 ? '全部车辆' : `${cars} 辆车`].join(' · ')}
      </Text>
    </RecordCard>
  )
}
