import { commandTypes } from '@cheyi/domain/fleet/vehicle-control/codes'
import { formatMoment } from '@cheyi/domain/near'
import { calls, type OutputOf } from '../../../kernel/call/calls.ts'
import { useNow } from '../../../kernel/now.ts'
import { Link } from '../../../kernel/page/link.tsx'
import { go } from '../../../kernel/page/router.ts'
import { listPage } from '../../../page/list/list-page.tsx'
import { pick, pickCode } from '../../../page/list/pick-filter.tsx'
import { tabs } from '../../../page/list/tabs-filter.tsx'
import { usePeople } from '../../../platform/account/parts/use-people.ts'
import { Text } from '../../../ui/layout.tsx'
import { Plate } from '../../../ui/show/plate.tsx'
import { RecordCard } from '../../../ui/show/record-card.tsx'
import { Tag } from '../../../ui/show/tag.tsx'
import { LOOK_AGAIN } from '../parts/car-words.ts'
import { commandName, commandNote, outcomeMark } from '../parts/command-words.ts'
import { vehicleControlScreens } from '../screens.ts'

const groups = { running: '进行中', done: '成功', failed: '失败', cancelled: '已取消' } as const
/** Commands without an account have this number in its place. */
const useGivers = () => [{ value: '0', label: '客户或系统' }, ...usePeople()]

/** Commands to all cars, the newest first; the request is repeated while the page is open. */
export default listPage(vehicleControlScreens.commands, {
  call: calls.vehicleControl.commandPage,
  noun: '指令',
  search: '车牌',
  filters: [
    tabs('group', '结果', groups),
    pickCode('type', '指令', commandTypes),
    pick('accountId', '操作人', '全部人员', useGivers),
  ],
  keyOf: ({ commandId }) => commandId,
  Row: CommandCard,
  estimate: 96,
  every: LOOK_AGAIN,
  open: ({ vehicleId }) => go(vehicleControlScreens.detail, { vehicleId }),
  empty: { note: '员工、客户和系统对车辆下发的指令在此列出' },
})

type Command = OutputOf<typeof calls.vehicleControl.commandPage>['list'][number]

function CommandCard({ item, current }: { readonly item: Command; readonly current: boolean }) {
  const now = useNow()
  const mark = outcomeMark(item)
  return (
    <RecordCard
      current={current}
      title={
        <>
          <Link to={vehicleControlScreens.detail} with={{ vehicleId: item.vehicleId }} className="card-link">
            {commandName(item)}
          </Link>
          <Tag tone={mark.tone}>{mark.text}</Tag>
        </>
      }
    >
      <Text as="p" num>
        <Plate plate={item.plate} size="s" /> {item.modelName} · {item.storeName}
      </Text>
      <p>{commandNote(item)}</p>
      <Text as="p" num ink={2}>
        {formatMoment(item.createdAt, now)}
      </Text>
    </RecordCard>
  )
}
