import '../inventory.css'
import './import.css'
import { lifecycle } from '@cheyi/domain/inventory/codes'
import { useState } from 'react'
import { BatchProgress } from '../../job/parts/batch-progress.tsx'
import { useJob } from '../../job/parts/use-job.ts'
import { calls, useWrite } from '../../kernel/call/calls.ts'
import { usePatch, useScreen } from '../../kernel/page/pages.tsx'
import { go } from '../../kernel/page/router.ts'
import { DepositGapsNotice } from '../../model/parts/deposit-gaps-notice.tsx'
import { Page } from '../../page/page.tsx'
import { Button, MainButton } from '../../ui/button.tsx'
import { RadioList } from '../../ui/field/choice.tsx'
import { ActionBar } from '../../ui/frame/page-frame.tsx'
import { Steps } from '../../ui/frame/steps.tsx'
import { Stack } from '../../ui/layout.tsx'
import { Card } from '../../ui/show/card.tsx'
import { inventoryScreens } from '../screens.ts'
import { ConfirmBar, type Mode } from './confirm-bar.tsx'
import { type Changes, noChanges, readingOf, readsOtherwise } from './reading.ts'
import { ColumnsCard, NamesCard } from './reading-cards.tsx'
import { goodOf, Result } from './result.tsx'
import { Upload } from './upload.tsx'

const steps = [{ label: '上传表格' }, { label: '检查结果' }, { label: '完成' }]

/** A fleet out of a spreadsheet: upload, look at how it was read and what is wrong, import. Where one stands is in the address. */
export default function Import() {
  const { rstep, check, run, publish, file, overwrite } = useScreen(inventoryScreens.import)
  const patch = usePatch()
  const trial = useJob(check)
  const done = useJob(run)
  const step = Math.min(rstep, run !== undefined ? 3 : check !== undefined ? 2 : 1) - 1
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
  const found = step === 1 && trial.over ? trial.job?.counts : undefined
  const [chosen, setMode] = useState<Mode>()
  const mode = chosen ?? (found?.failed ? 'validOnly' : 'allOrNothing')

  const [changes, setChanges] = useState<Changes>(noChanges)
  const layout = step === 1 && trial.over && file !== undefined ? trial.job?.layout : undefined
  const asking = useWrite(calls.inventory.importCheck)
  async function tryAgain() {
    if (!layout || file === undefined) return
    const asked = await asking.run({ mediaId: file, overwrite, ...readingOf(layout, changes) })
    if (!asked) return
    patch({ check: asked.jobId })
    setChanges(noChanges)
  }
  const publishing = useWrite(calls.inventory.batch)
  async function publishAll() {
    const asked = await publishing.run({
      filter: { lifecycle: lifecycle.waiting },
      lifecycle: lifecycle.inService,
    })
    if (asked) patch({ publish: asked.jobId })
  }
  return (
    <Page
      head={<Steps items={steps} current={step} />}
      footer={
        layout && readsOtherwise(layout, changes) ? (
          <ActionBar>
            <Button size="l" onClick={restart}>
              重新上传
            </Button>
            <MainButton loading={asking.pending} onClick={() => void tryAgain()}>
              按以上对应重新检查
            </MainButton>
          </ActionBar>
        ) : step === 1 && trial.job && trial.over ? (
          <ConfirmBar
            jobId={trial.job.jobId}
            counts={trial.job.counts}
            mode={mode}
            onAsked={(jobId) => patch({ rstep: 3, run: jobId })}
            onAgain={restart}
          />
        ) : step === 2 && done.over && publish === undefined ? (
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
        ) : null
      }
    >
      <Stack gap={12}>
        {step === 0 && (
          <Upload
            onAsked={(asked) => {
              setChanges(noChanges)
              patch({ rstep: 2, ...asked }, { push: true })
            }}
          />
        )}
        {step === 1 && (
          <Result of={trial} doing="正在检查" trial>
            {layout && <NamesCard layout={layout} changes={changes} onChange={setChanges} />}
            {layout && <ColumnsCard layout={layout} changes={changes} onChange={setChanges} />}
            {found && found.failed > 0 && goodOf(found) > 0 && (
              <Card title="有错误的行怎么办">
                <RadioList
                  label="导入方式"
                  value={mode}
                  onChange={setMode}
                  options={[
                    {
                      value: 'validOnly',
                      label: '仅导入正确行',
                      note: `导入 ${goodOf(found)} 行，有误的 ${found.failed} 行改好后可再次导入`,
                    },
                    {
                      value: 'allOrNothing',
                      label: '全部正确才导入',
                      note: '导入前再检查一遍，仍有一行错误就一辆也不导入；缺少的车型、门店补上后不用重新上传',
                    },
                  ]}
                />
              </Card>
            )}
          </Result>
        )}
        {step === 2 && (
          <Result of={done} doing="正在导入">
            <DepositGapsNotice />
            {publish !== undefined && (
              <Card pad title="上架全部待上架车辆">
                <Stack gap={12}>
                  <BatchProgress unit="辆" jobId={publish} onDone={list} />
                </Stack>
              </Card>
            )}
          </Result>
        )}
      </Stack>
    </Page>
  )
}
