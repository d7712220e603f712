import '../inventory.css'
import './import.css'
import type { importModes } from '@cheyi/contract/inventory-import'
import { MAX_IMPORT_ROWS } from '@cheyi/domain/inventory/import'
import { isJobFailed } from '@cheyi/domain/lookup/codes'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { newKey } from '../../kernel/call/attempt.ts'
import { calls } from '../../kernel/call/calls.gen.ts'
import { useWrite } from '../../kernel/call/calls.ts'
import { CallFailure } from '../../kernel/call/failure.ts'
import { pickFiles } from '../../kernel/media/file-pick.ts'
import { sendFile } from '../../kernel/media/upload-send.ts'
import { usePatch, useScreen } from '../../kernel/page/pages.tsx'
import { go } from '../../kernel/page/router.ts'
import { Page } from '../../page/frame.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { RadioList } from '../../ui/field/choice.tsx'
import { ActionBar } from '../../ui/frame/page-frame.tsx'
import { Progress, Steps } from '../../ui/frame/steps.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'
import { ResultLink } from '../parts/job-progress.tsx'
import { useJob } from '../parts/use-job.ts'
import { inventoryScreens } from '../screens.ts'
import { IssueTable } from './issue-table.tsx'

const steps = [{ label: '上传表格' }, { label: '检查结果' }, { label: '完成' }]

/** A fleet out of a spreadsheet: upload, look at what is wrong, import. Where one stands is in the address. */
export default function Import() {
  const { check, run } = useScreen(inventoryScreens.import)
  const patch = usePatch()
  const trial = useJob(check)
  const done = useJob(run)
  const step = run !== undefined ? 2 : check !== undefined ? 1 : 0
  const restart = () => patch({ check: undefined, run: undefined })
  const found = step === 1 && trial.over ? trial.job?.counts : undefined
  const [chosen, setMode] = useState<Mode>()
  const mode = chosen ?? (found?.failed ? 'validOnly' : 'allOrNothing')
  return (
    <Page
      footer={
        step === 1 && trial.job && trial.over ? (
          <ConfirmBar
            jobId={trial.job.jobId}
            counts={trial.job.counts}
            mode={mode}
            onAsked={(jobId) => patch({ run: jobId })}
            onAgain={restart}
          />
        ) : step === 2 && done.over ? (
          <ActionBar>
            <Button size="l" onClick={restart}>
              继续导入
            </Button>
            <Button
              variant="primary"
              size="l"
              block
              onClick={() => go(inventoryScreens.list, { group: 'off' }, { replace: true })}
            >
              查看车辆
            </Button>
          </ActionBar>
        ) : null
      }
    >
      <div className="import-stack">
        <Card pad>
          <Steps items={steps} current={step} />
        </Card>
        {step === 0 && <Upload onAsked={(jobId) => patch({ check: jobId })} />}
        {step === 1 && (
          <Result of={trial} doing="正在检查" trial>
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
        {step === 2 && <Result of={done} doing="正在导入" />}
      </div>
    </Page>
  )
}

/** The file, with the template to begin from. */
function Upload({ onAsked }: { onAsked: (jobId: string) => void }) {
  const [overwrite, setOverwrite] = useState(false)
  const [percent, setPercent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [template, setTemplate] = useState<string>()
  const asking = useWrite(calls.inventory.importCheck, { quiet: true, onFailure: ({ message }) => setProblem(message) })
  const making = useWrite(calls.inventory.importTemplate)
  const made = useJob(template)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (made.job?.resultUrl) link.current?.click()
  }, [made.job?.resultUrl])

  async function choose() {
    const [file] = await pickFiles({ accept: '.xlsx,.csv', multiple: false, camera: false })
    if (!file) return
    setProblem(undefined)
    if (!/\.(xlsx|csv)$/i.test(file.name)) return setProblem('请选择 XLSX 或 CSV 文件')
    if (file.size > 10 * 1024 * 1024) return setProblem('文件不能超过10MB')
    setPercent(0)
    try {
      const { mediaId } = await sendFile(calls.media.upload, { biz: 'import' }, file, {
        key: newKey(),
        onProgress: setPercent,
      })
      const asked = await asking.run({ mediaId, overwrite })
      if (asked) onAsked(asked.jobId)
    } catch (error) {
      setProblem(error instanceof CallFailure ? error.message : '上传失败，请重试')
    } finally {
      setPercent(undefined)
    }
  }
  return (
    <>
      <Card pad title="第一步：准备表格">
        <ul className="import-notes">
          <li>一行一辆车，每次最多 {MAX_IMPORT_ROWS.toLocaleString('en')} 行</li>
          <li>支持 XLSX 与 CSV（UTF-8 或 GBK），不超过 10MB</li>
          <li>必填：车牌号、车架号、车型、门店</li>
        </ul>
        <Button
          icon="document"
          loading={making.pending || (template !== undefined && !made.over)}
          onClick={async () => setTemplate((await making.run({}))?.jobId)}
        >
          下载模板
        </Button>
        {made.job?.resultUrl && (
          <a ref={link} className="import-template" href={made.job.resultUrl} download={made.job.resultName}>
            {made.job.resultName}
          </a>
        )}
      </Card>
      <Card pad title="第二步：上传表格">
        <button type="button" className="import-drop" disabled={percent !== undefined} onClick={() => void choose()}>
          <Icon name="plus" size={24} />
          {percent === undefined ? '选择表格' : `正在上传 ${percent}%`}
          <small>先检查、不写入，确认后才会导入</small>
        </button>
        {percent !== undefined && <Progress value={percent} label="正在上传" />}
        {problem && <Notice tone="danger">{problem}</Notice>}
        <Checkbox checked={overwrite} onChange={({ target }) => setOverwrite(target.checked)}>
          覆盖已有车辆（按车架号、其次车牌号对应）
        </Checkbox>
      </Card>
    </>
  )
}

type Job = ReturnType<typeof useJob>
type Counts = NonNullable<NonNullable<Job['job']>['counts']>
type Mode = (typeof importModes)[number]

/** The rows that an import of the right ones would write. */
const goodOf = ({ created, updated }: Counts): number => created + updated

interface ResultProps {
  readonly of: Job
  readonly doing: string
  readonly trial?: boolean
  /** Between what was counted and what is wrong. */
  readonly children?: ReactNode
}

/** What a trial found, or an import did: how many rows met which end, and what is wrong where. */
function Result({ of: { job, error, over }, doing, trial, children }: ResultProps) {
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (job === undefined || !over)
    return (
      <Card pad>
        <div className="job-progress" role="status">
          <span className="num">{job?.total ? `${doing} ${job.done}/${job.total} 行` : `${doing}…`}</span>
          <Progress value={job?.total ? (job.done / job.total) * 100 : 0} label={doing} />
        </div>
      </Card>
    )
  const { counts } = job
  return (
    <>
      {isJobFailed(job.state) && <Notice tone="danger">{job.message}</Notice>}
      {counts && (
        <Card pad title={trial ? '检查完成' : isJobFailed(job.state) ? '未导入' : '导入完成'}>
          <dl className="import-counts num">
            <Count name={trial ? '可新增' : '已新增'} value={counts.created} tone="success" />
            <Count name={trial ? '可更新' : '已更新'} value={counts.updated} tone="primary" />
            <Count name="跳过" value={counts.skipped} />
            <Count name="有误" value={counts.failed} tone="danger" />
          </dl>
          <ResultLink url={job.resultUrl} name={job.resultName} />
        </Card>
      )}
      {children}
      {job.issues.length > 0 && <IssueTable issues={job.issues} />}
    </>
  )
}

const Count = ({ name, value, tone = 'neutral' }: { name: string; value: number; tone?: string }) => (
  <div className={value > 0 ? `import-count-${tone}` : undefined}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

interface ConfirmBarProps {
  readonly jobId: string
  readonly counts: Counts | null
  readonly mode: Mode
  readonly onAsked: (jobId: string) => void
  readonly onAgain: () => void
}

/** What to do with what the trial found. */
function ConfirmBar({ jobId, counts, mode, onAsked, onAgain }: ConfirmBarProps) {
  const confirming = useWrite(calls.inventory.importConfirm)
  const ask = async () => {
    const asked = await confirming.run({ jobId, mode })
    if (asked) onAsked(asked.jobId)
  }
  const good = counts === null ? 0 : goodOf(counts)
  const bad = counts?.failed ?? 0
  const words =
    bad === 0 ? `导入 ${good} 行` : mode === 'validOnly' ? `仅导入正确的 ${good} 行` : `全部 ${good + bad} 行正确才导入`
  return (
    <ActionBar>
      <Button size="l" block={good === 0} variant={good === 0 ? 'primary' : 'outline'} onClick={onAgain}>
        重新上传
      </Button>
      {good > 0 && (
        <Button variant="primary" size="l" block loading={confirming.pending} onClick={() => void ask()}>
          {words}
        </Button>
      )}
    </ActionBar>
  )
}
