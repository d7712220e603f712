import { displayPlate } from '@cheyi/domain/check/plate'
import { lifecycle } from '@cheyi/domain/inventory/codes'
import { useState } from 'react'
import { newKey } from '../../kernel/call/attempt.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { refreshAfter, send } from '../../kernel/call/calls.ts'
import { CallFailure } from '../../kernel/call/failure.ts'
import { useCurrentStore } from '../../kernel/current-store.ts'
import type { Asks } from '../../page/open.ts'
import { OpenedSheet } from '../../page/opened-sheet.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field/field.tsx'
import { Select } from '../../ui/field/select.tsx'
import { Progress } from '../../ui/frame/steps.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { inputOfDetail } from '../parts/vehicle-form.ts'
import type { VehicleCard } from '../parts/vehicle-words.ts'

interface BatchSheetProps extends Asks<true> {
  readonly cars: readonly VehicleCard[]
}

interface Outcome {
  readonly done: number
  readonly failed: readonly { readonly plate: string; readonly why: string }[]
}

/**
 * The same for several cars, one after the other: what one is refused keeps no other waiting. Answers true when it was
 * done.
 */
export default function BatchSheet({ cars, answer }: BatchSheetProps) {
  const { stores } = useCurrentStore()
  const [storeId, setStoreId] = useState<string>()
  const [at, setAt] = useState<number>()
  const [outcome, setOutcome] = useState<Outcome>()

  async function each(act: (car: VehicleCard) => Promise<unknown>) {
    const failed: { plate: string; why: string }[] = []
    for (const [i, car] of cars.entries()) {
      setAt(i)
      try {
        await act(car)
      } catch (error) {
        failed.push({
          plate: displayPlate(car.plate),
          why: error instanceof CallFailure ? error.message : '未知错误',
        })
      }
    }
    setAt(undefined)
    setOutcome({ done: cars.length - failed.length, failed })
    refreshAfter(calls.inventory.setLifecycle)
  }
  const setLife = (to: typeof lifecycle.inService | typeof lifecycle.off) =>
    each((car) =>
      send(
        calls.inventory.setLifecycle,
        { vehicleId: car.vehicleId, lifecycle: to, version: car.version },
        { idempotencyKey: newKey() },
      ),
    )
  const moveTo = (homeStoreId: string) =>
    each(async (car) => {
      const detail = await send(calls.inventory.detail, { vehicleId: car.vehicleId })
      await send(calls.inventory.save, { ...inputOfDetail(detail), homeStoreId }, { idempotencyKey: newKey() })
    })
  const busy = at !== undefined
  return (
    <OpenedSheet title={outcome ? '批量操作' : `已选 ${cars.length} 辆`}>
      <div className="inventory-batch">
        {outcome ? (
          <>
            {outcome.done > 0 && <Notice tone="success">{`${outcome.done} 辆已完成`}</Notice>}
            {outcome.failed.map(({ plate, why }) => (
              <Notice key={plate} tone="danger">{`${plate}：${why}`}</Notice>
            ))}
            <Button variant="primary" size="l" block onClick={() => answer(true)}>
              完成
            </Button>
          </>
        ) : busy ? (
          <div className="job-progress" role="status">
            <span className="num">{`正在处理 ${at + 1}/${cars.length}`}</span>
            <Progress value={((at + 1) / cars.length) * 100} label="正在处理" />
          </div>
        ) : (
          <>
            <div className="inventory-batch-line">
              <Button size="l" block onClick={() => void setLife(lifecycle.inService)}>
                上架
              </Button>
              <Button size="l" block onClick={() => void setLife(lifecycle.off)}>
                下架
              </Button>
            </div>
            <Field label="换到门店" layout="stack">
              <Select
                title="换到门店"
                placeholder="选择门店"
                options={stores.map(({ id, name }) => ({ value: id, label: name }))}
                value={storeId}
                onChange={setStoreId}
              />
            </Field>
            <Button
              size="l"
              block
              reason={storeId === undefined ? '请先选择门店' : undefined}
              onClick={() => storeId !== undefined && void moveTo(storeId)}
            >
              换门店
            </Button>
          </>
        )}
      </div>
    </OpenedSheet>
  )
}
