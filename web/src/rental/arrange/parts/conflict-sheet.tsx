import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { type ReactNode, useState } from 'react'
import { orderLink } from '../../../booking/order/parts/order-link.ts'
import { useContact } from '../../../booking/order/parts/use-contact.ts'
import { calls, type OutputOf, useRead, useWrite } from '../../../kernel/call/calls.ts'
import { momentText } from '../../../kernel/now.ts'
import { useMay, useReach } from '../../../kernel/user.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Empty } from '../../../ui/frame/empty.tsx'
import { Box, Button, Note, Row, Stack, Text } from '../../../ui/layout.tsx'
import { toast } from '../../../ui/modal/toast.ts'
import { Plate } from '../../../ui/show/plate.tsx'
import type { Moved } from './moved.ts'
import { movingAgreed } from './moving.ts'

type Conflict = OutputOf<typeof calls.stock.conflicts>[number]

/** Active orders that lost their car or never got one, e.g. because sales of the model were stopped, each with what may be done about it. */
export default function ConflictSheet({ storeId }: { readonly storeId: string } & Asks<never>) {
  const conflicts = useRead(calls.stock.conflicts, { storeId })
  return (
    <OpenedSheet title="排车冲突">
      <Answer of={conflicts} cards={3}>
        {(list) =>
          list.length > 0 ? (
            <Box as="ul" divided>
              {list.map((conflict) => (
                <Entry key={conflict.orderNo} conflict={conflict} />
              ))}
            </Box>
          ) : (
            <Empty art="list" title="没有冲突" note="所有订单都有车可用" />
          )
        }
      </Answer>
    </OpenedSheet>
  )
}

function Entry({ conflict }: { conflict: Conflict }) {
  const { orderId, orderNo, contactName, pickupAt, returnAt, modelName, why, stopId } = conflict
  const reach = useReach()
  const mayAmend = useMay('order.arrange')
  const mayStop = useMay('stock.stopSale')
  const resume = useWrite(calls.stock.stopRemove, { onDone: () => toast('已恢复销售') })
  const [asking, setAsking] = useState(false)
  const link = orderLink(reach, conflict)
  return (
    <Stack as="li" gap={6} align="start">
      <Row gap={[4, 8]} align="baseline" wrap>
        {link ? (
          <Text as="a" ink="link" weight="b" {...link}>
            {contactName || orderNo}
          </Text>
        ) : (
          <b>{contactName || orderNo}</b>
        )}
        <Text ink="danger" size="s">
          {why}
        </Text>
      </Row>
      <Note num>
        {modelName} · {momentText(pickupAt)} ~ {momentText(returnAt)}
      </Note>
      <Row gap={8}>
        {mayStop && stopId !== null && (
          <Button size="m" variant="tint" loading={resume.pending} onClick={() => void resume.run({ id: stopId })}>
            恢复销售
          </Button>
        )}
        {mayAmend && orderId !== null && !asking && (
          <Button size="m" variant="outline" onClick={() => setAsking(true)}>
            解决办法
          </Button>
        )}
      </Row>
      {asking && orderId !== null && <Repairs orderId={orderId} />}
    </Stack>
  )
}

type RepairCar = OutputOf<typeof calls.stock.repairs>['cars'][number]

const wayVerbs = { upgrade: '升级', sameClass: '换车型', otherStore: '调用' } as const
const wayNames: Readonly<Record<RepairCar['way'], (car: RepairCar) => string>> = {
  upgrade: ({ modelName }) => `升级 ${modelName}`,
  sameClass: ({ modelName }) => `同级 ${modelName}`,
  otherStore: ({ storeName }) => storeName,
}

/** Repairs that need one tap: another car of the same model, a car of a higher model, or a car of a store nearby. */
function Repairs({ orderId }: { orderId: string }) {
  const repairs = useRead(calls.stock.repairs, { orderId }, { freshFor: 0 })
  const repack = useWrite(calls.stock.repack, {
    onDone: ({ plate, moved }) =>
      toast(`已改派 ${displayPlate(plate)}${moved.length > 0 ? `，调整 ${moved.length} 单` : ''}`),
  })
  const plan = useWrite(calls.arrange.plan, {
    onDone: ({ plate }) => toast(plate === null ? '已改派' : `已改派 ${displayPlate(plate)}`),
  })
  const busy = repack.pending || plan.pending
  return (
    <Answer of={repairs}>
      {({ repack: same, cars }) => {
        if (same === null && cars.length === 0) return <NoCar orderId={orderId} />
        return (
          <Box as="ul" full fill="well" round>
            {same && (
              <Way label="同款" plate={same.plate} moves={same.moves.length}>
                <Button
                  size="m"
                  variant="tint"
                  loading={busy}
                  onClick={() => void agreed(same.moves, () => repack.run({ orderId }))}
                >
                  改派
                </Button>
              </Way>
            )}
            {cars.map((car) => (
              <Way key={car.vehicleId} label={wayNames[car.way](car)} plate={car.plate} moves={car.moves.length}>
                <Button
                  size="m"
                  variant="outline"
                  loading={busy}
                  onClick={() =>
                    void agreed(car.moves, () =>
                      plan.run({ orderId, vehicleId: car.vehicleId, upgrade: car.way !== 'otherStore' }),
                    )
                  }
                >
                  {wayVerbs[car.way]}
                </Button>
              </Way>
            ))}
          </Box>
        )
      }}
    </Answer>
  )
}

/** Runs `act` only after the user has confirmed which orders it moves. */
async function agreed(moves: readonly Moved[], act: () => Promise<unknown>): Promise<void> {
  if (await movingAgreed(moves)) await act()
}

/** No car is free, so the clerk has to call the customer. */
function NoCar({ orderId }: { orderId: string }) {
  const { contact, pending } = useContact(orderId)
  return (
    <Stack gap={8} align="start">
      <Note>同款、更高车型和同城门店都没有空车，请与客户改期或改车型</Note>
      <Button size="m" variant="outline" icon="phone" loading={pending} onClick={() => void contact()}>
        联系客户
      </Button>
    </Stack>
  )
}

interface WayProps {
  readonly label: string
  readonly plate: string
  readonly moves: number
  readonly children: ReactNode
}

function Way({ label, plate, moves, children }: WayProps) {
  return (
    <Row as="li" gap={8} pad={[8, 12]} justify="between">
      <Row as="span" gap={[2, 8]} wrap size="s">
        <span>{label}</span>
        <Plate plate={plate} size="s" />
        {moves > 0 && (
          <Text as="small" ink="warning" size="xs">
            将改派其他{moves}单
          </Text>
        )}
      </Row>
      {children}
    </Row>
  )
}
