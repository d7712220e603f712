import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { maintenance } from '@cheyi/domain/fleet/ticket/maintenance'
import { MAX_TICKET_BATCH } from '@cheyi/domain/fleet/ticket/ticket'
import { useState } from 'react'
import { calls, type InputOf, useWrite } from '../../../kernel/call/calls.ts'
import { useMay } from '../../../kernel/user.ts'
import type { Asks } from '../../../page/opened.tsx'
import { JobSheet } from '../../../platform/job/parts/job-sheet.tsx'
import { useCurrentStore } from '../../../platform/store/parts/current-store.ts'
import { Field } from '../../../ui/field/field.tsx'
import { Select } from '../../../ui/field/select.tsx'
import { Button, Row, Stack } from '../../../ui/layout.tsx'
import { DepositGapsNotice } from '../../model/parts/deposit-gaps-notice.tsx'
import { openTicketBatch } from '../../ticket/parts/open-batch.ts'

type Batch = InputOf<typeof calls.inventory.batch>

interface BatchSheetProps extends Asks<true> {
  /** The chosen vehicles, or all that match a filter. */
  readonly of: Pick<Batch, 'vehicleIds' | 'filter'>
  readonly count: number
}

/**
 * Applies one change to several cars. The server runs it in the background, so the page may be closed. Answers true after the
 * start.
 */
export default function BatchSheet({ of, count, answer }: BatchSheetProps) {
  const { stores } = useCurrentStore()
  const [homeStoreId, setHome] = useState<string>()
  const [jobId, setJob] = useState<string>()
  const mayTicket = useMay(maintenance.key)
  const asking = useWrite(calls.inventory.batch)
  const begin = async (change: Pick<Batch, 'lifecycle' | 'homeStoreId'>) =>
    setJob((await asking.run({ ...of, ...change }))?.jobId)
  return (
    <JobSheet
      jobId={jobId}
      doing="批量操作"
      unit="辆"
      onDone={() => answer(true)}
      above={<DepositGapsNotice />}
      title={`已选 ${count} 辆`}
    >
      <Stack gap={12}>
        <Row gap={12} align="stretch">
          <Button size="l" block onClick={() => void begin({ lifecycle: lifecycle.inService })}>
            上架
          </Button>
          <Button size="l" block onClick={() => void begin({ lifecycle: lifecycle.off })}>
            下架
          </Button>
        </Row>
        <Field label="换到门店">
          <Select
            title="换到门店"
            placeholder="选择门店"
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            value={homeStoreId}
            onChange={setHome}
          />
        </Field>
        <Button
          size="l"
          block
          reason={homeStoreId === undefined ? '请先选择门店' : undefined}
          onClick={() => void begin({ homeStoreId })}
        >
          换门店
        </Button>
        {of.vehicleIds !== undefined && mayTicket && (
          <Button
            size="l"
            block
            reason={count > MAX_TICKET_BATCH ? `一次最多 ${MAX_TICKET_BATCH} 辆` : undefined}
            onClick={() => void openTicketBatch(of.vehicleIds!, null).then((done) => done && answer(true))}
          >
            建维保单
          </Button>
        )}
      </Stack>
    </JobSheet>
  )
}
