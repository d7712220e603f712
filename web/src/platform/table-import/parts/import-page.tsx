import './import.css'
import type { importModes, TableKey } from '@cheyi/contract/platform/job'
import type { TableColumn } from '@cheyi/domain/platform/table-import/layout'
import { type ComponentType, type ReactNode, useState } from 'react'
import { useWrite } from '../../../kernel/call/calls.ts'
import type { WireCall } from '../../../kernel/call/wire.ts'
import { Page } from '../../../page/page.tsx'
import { Button, MainButton } from '../../../ui/button.tsx'
import { RadioList } from '../../../ui/field/choice.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Steps } from '../../../ui/frame/steps.tsx'
import { Card, Stack } from '../../../ui/layout.tsx'
import { useJob } from '../../job/parts/use-job.ts'
import { ColumnsCard } from './columns-card.tsx'
import { type Changes, noChanges, type Reading, type ReadingProps, readingOf, readsOtherwise } from './reading.ts'
import { type Counts, goodOf, Result } from './result.tsx'
import { Upload } from './upload.tsx'

const steps = [{ label: '上传表格' }, { label: '检查结果' }, { label: '完成' }]

/** The progress of an import as stored in the address, so that it survives a reload. */
export interface ImportPlace {
  readonly rstep: number
  /** The job of the check, running or finished, for `file`. */
  readonly check: string | undefined
  readonly run: string | undefined
  readonly file: string | undefined
}

type Asked = { jobId: string }

export interface ImportPageProps<I> {
  readonly at: ImportPlace
  readonly patch: (place: Partial<ImportPlace>) => void
  readonly restart: () => void
  /** The columns that such a table may have. */
  readonly columns: readonly TableColumn<TableKey>[]
  readonly template: WireCall<Record<string, never>, Asked>
  readonly check: WireCall<I, Asked>
  readonly askOf: (table: { mediaId: string } & Reading) => I
  readonly confirm: ConfirmCall
  /** Hints about the content of such a table. */
  readonly notes: readonly string[]
  readonly option?: ReactNode
  /** Assigns names in the table to the merchant's own records. */
  readonly Names?: ComponentType<ReadingProps>
  /** The verb for rows that exist already: 更新. */
  readonly update: string
  /** The hint for an import that writes nothing if one row is invalid. */
  readonly none: string
  /** Content below a finished import. */
  readonly end: ReactNode
  readonly children?: ReactNode
}

/** Imports records from a spreadsheet: upload it, review how it was read and its errors, then import. */
export function ImportPage<I>(props: ImportPageProps<I>) {
  const { at, patch, restart, askOf, Names, update } = props
  const { rstep, check, run, file } = at
  const trial = useJob(check)
  const done = useJob(run)
  const step = Math.min(rstep, run !== undefined ? 3 : check !== undefined ? 2 : 1) - 1
  const found = step === 1 && trial.over ? trial.job?.counts : undefined
  const [chosen, setMode] = useState<Mode>()
  const mode = chosen ?? (found?.failed ? 'validOnly' : 'allOrNothing')

  const [changes, setChanges] = useState<Changes>(noChanges)
  const layout = step === 1 && trial.over && file !== undefined ? trial.job?.layout : undefined
  const asking = useWrite(props.check)
  async function tryAgain() {
    if (!layout || file === undefined) return
    const asked = await asking.run(askOf({ mediaId: file, ...readingOf(layout, changes) }))
    if (!asked) return
    patch({ check: asked.jobId })
    setChanges(noChanges)
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
              重新检查
            </MainButton>
          </ActionBar>
        ) : step === 1 && trial.job && trial.over ? (
          <ConfirmBar
            call={props.confirm}
            jobId={trial.job.jobId}
            counts={trial.job.counts}
            mode={mode}
            onAsked={(jobId) => patch({ rstep: 3, run: jobId })}
            onAgain={restart}
          />
        ) : step === 2 && done.over ? (
          props.end
        ) : null
      }
    >
      <Stack gap={12}>
        {step === 0 && (
          <Upload
            check={props.check}
            askOf={askOf}
            template={props.template}
            option={props.option}
            notes={props.notes}
            onAsked={(asked) => {
              setChanges(noChanges)
              patch({ rstep: 2, ...asked })
            }}
          />
        )}
        {step === 1 && (
          <Result of={trial} doing="正在检查" trial update={update}>
            {layout && <ColumnsCard columns={props.columns} layout={layout} changes={changes} onChange={setChanges} />}
            {layout && Names && <Names layout={layout} changes={changes} onChange={setChanges} />}
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
                    { value: 'allOrNothing', label: '全部正确才导入', note: props.none },
                  ]}
                />
              </Card>
            )}
          </Result>
        )}
        {step === 2 && (
          <Result of={done} doing="正在导入" update={update}>
            {props.children}
          </Result>
        )}
      </Stack>
    </Page>
  )
}

type Mode = (typeof importModes)[number]

/** Starts the import of a table that was checked. */
type ConfirmCall = WireCall<{ jobId: string; mode: Mode }, { jobId: string }>

interface ConfirmBarProps {
  readonly call: ConfirmCall
  readonly jobId: string
  readonly counts: Counts | null
  readonly mode: Mode
  readonly onAsked: (jobId: string) => void
  readonly onAgain: () => void
}

/** The actions that follow from the result of the check. */
function ConfirmBar({ call, jobId, counts, mode, onAsked, onAgain }: ConfirmBarProps) {
  const confirming = useWrite(call)
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
        <MainButton loading={confirming.pending} onClick={() => void ask()}>
          {words}
        </MainButton>
      )}
    </ActionBar>
  )
}
