import { lifecycle } from '@cheyi/domain/fleet/inventory/codes'
import { importColumns } from '@cheyi/domain/fleet/inventory/import/columns'
import { useState } from 'react'
import { calls, useWrite } from '../../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../../kernel/page/pages.tsx'
import { go, goBack } from '../../../kernel/page/router.ts'
import { BatchProgress } from '../../../platform/job/parts/batch-progress.tsx'
import { ImportPage } from '../../../platform/table-import/parts/import-page.tsx'
import { Checkbox } from '../../../ui/field/checkbox.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Button, Card, MainButton, Stack } from '../../../ui/layout.tsx'
import { DepositGapsNotice } from '../../model/parts/deposit-gaps-notice.tsx'
import { NamesCard } from '../parts/names-card.tsx'
import { inventoryScreens } from '../screens.ts'

/** The import of a fleet from a spreadsheet. */
export default function Import() {
  const { publish, overwrite, ...at } = useScreen(inventoryScreens.import)
  const patch = usePatch()
  const [overwriting, setOverwriting] = useState(overwrite)
  const restart = () =>
    patch({
      rstep: undefined,
      check: undefined,
      run: undefined,
      publish: undefined,
      file: undefined,
      overwrite: undefined,
    })
  const list = () => go(inventoryScreens.list, {}, { replace: true })
  const publishing = useWrite(calls.inventory.batch)
  async function publishAll() {
    const asked = await publishing.run({
      filter: { lifecycle: lifecycle.waiting },
      lifecycle: lifecycle.inService,
    })
    if (asked) patch({ publish: asked.jobId })
  }
  return (
    <ImportPage
      at={at}
      patch={(place) => patch({ ...place, overwrite: overwriting })}
      restart={restart}
      columns={importColumns}
      template={calls.inventory.importTemplate}
      check={calls.inventory.importCheck}
      askOf={(table) => ({ ...table, overwrite: overwriting })}
      confirm={calls.inventory.importConfirm}
      notes={['店里现有的台账即可', '一行一辆车，须有车牌号和车架号']}
      option={
        <Checkbox checked={overwriting} onChange={({ target }) => setOverwriting(target.checked)}>
          覆盖已有车辆（按车架号、其次车牌号对应）
        </Checkbox>
      }
      Names={NamesCard}
      update="更新"
      none="导入前再检查一遍，仍有一行错误就一辆也不导入；缺少的车型、门店补上后不用重新上传"
      end={
        publish === undefined && (
          <ActionBar>
            <Button size="l" onClick={restart}>
              继续导入
            </Button>
            <Button size="l" onClick={list}>
              查看车辆
            </Button>
            <MainButton loading={publishing.pending} onClick={() => void publishAll()}>
              上架全部
            </MainButton>
          </ActionBar>
        )
      }
    >
      <DepositGapsNotice />
      {publish !== undefined && (
        <Card pad title="上架全部待上架车辆">
          <Stack gap={12}>
            <BatchProgress unit="辆" jobId={publish} onDone={() => goBack(inventoryScreens.list.path)} />
          </Stack>
        </Card>
      )}
    </ImportPage>
  )
}
