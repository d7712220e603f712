import { feedback } from '../../../kernel/call/calls.ts'

interface PlannedOrder {
  readonly orderId: string
  readonly version: number | undefined
}

/** Removes the car from an order after a confirmation. `plan` is the write of `calls.arrange.plan`, null when it was refused. */
export async function unarrange(
  plan: (input: PlannedOrder & { readonly vehicleId: null }) => Promise<object | null>,
  { orderId, version }: PlannedOrder,
): Promise<void> {
  const sure = await feedback.ask({
    title: '撤销排车？',
    text: '车辆释放给其他订单，本单回到待排车',
    confirm: '撤销排车',
    cancel: '再想想',
  })
  if (sure && (await plan({ orderId, vehicleId: null, version }))) feedback.toast('已撤销排车')
}
