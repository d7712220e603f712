import { MAX_FENCED_CARS } from '@cheyi/domain/fleet/vehicle-control/fence'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { useState } from 'react'
import { calls, useRead } from '../../../kernel/call/calls.ts'
import { type Asks, OpenedSheet } from '../../../page/opened.tsx'
import { Answer } from '../../../page/page.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { Search } from '../../../ui/field/search.tsx'
import { Button, Cell, MainButton, Note, Row, Stack } from '../../../ui/layout.tsx'

/** Plates by vehicle. */
type Chosen = ReadonlyMap<string, string>

/** Chooses the cars of a fence among those with a device. */
export default function CarsSheet({ chosen: before, answer }: { readonly chosen: Chosen } & Asks<Map<string, string>>) {
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState(new Map(before))
  const cars = useRead(
    calls.vehicleControl.page,
    { keyword: keyword || undefined, pageSize: 50 },
    { keepPrevious: true },
  )
  const flip = (vehicleId: string, plate: string) => {
    const next = new Map(chosen)
    if (!next.delete(vehicleId)) next.set(vehicleId, plate)
    setChosen(next)
  }
  return (
    <OpenedSheet
      title="选择车辆"
      footer={
        <>
          <Button size="l" onClick={() => setChosen(new Map())}>
            清空
          </Button>
          <MainButton
            reason={chosen.size > MAX_FENCED_CARS ? `最多${MAX_FENCED_CARS}辆` : undefined}
            onClick={() => answer(chosen)}
          >
            {chosen.size === 0 ? '全部车辆' : `确定（${chosen.size} 辆）`}
          </MainButton>
        </>
      }
    >
      <Stack gap={8}>
        <Search value={keyword} onChange={setKeyword} placeholder="车牌" />
        <Note>只列出已绑定设备的车辆，最多50辆，其他车辆请按车牌查找</Note>
        <Answer of={cars}>
          {({ list }) => (
            <>
              {list.map(({ vehicleId, plate, modelName, storeName }) => (
                <Cell
                  key={vehicleId}
                  label={
                    <Row gap={8}>
                      <Checkbox
                        checked={chosen.has(vehicleId)}
                        aria-label={displayPlate(plate)}
                        onChange={() => flip(vehicleId, plate)}
                      />
                      <span className="num">{displayPlate(plate)}</span>
                    </Row>
                  }
                  note={`${modelName} · ${storeName}`}
                />
              ))}
            </>
          )}
        </Answer>
      </Stack>
    </OpenedSheet>
  )
}
