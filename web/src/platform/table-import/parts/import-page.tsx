import './import.css'
import type { importModes, TableKey } from '@cheyi/contract/platform/job'
import { isJobFailed } from '@cheyi/domain/platform/lookup/codes'
import type { TableColumn } from '@cheyi/domain/platform/table-import/layout'
import { type ComponentType, type ReactNode, useState } from 'react'
import { type calls, type OutputOf, useWrite } from '../../../kernel/call/calls.ts'
import type { WireCall } from '../../../kernel/call/wire.ts'
import { Page } from '../../../page/page.tsx'
import { RadioList } from '../../../ui/field/choice.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { Select, type SelectOption } from '../../../ui/field/select.tsx'
import { ActionBar } from '../../../ui/frame/page-frame.tsx'
import { Progress, Steps } from '../../../ui/frame/steps.tsx'
import { Button, Card, CardMore, Grid, type Ink, MainButton, Note, Notice, Stack, Text } from '../../../ui/layout.tsx'
import { ResultLink } from '../../job/parts/job-progress.tsx'
import { useJob } from '../../job/parts/use-job.ts'
import {
  type Changes,
  keyOf,
  type Layout,
  noChanges,
  type Reading,
  type ReadingProps,
  readingOf,
  readsOtherwise,
  withColumn,
} from './reading.ts'
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
  /** As {@link Upload}. */
  readonly most?: number
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
            most={props.most}
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

interface ColumnsProps extends ReadingProps {
  /** The columns that such a table may have. */
  readonly columns: readonly TableColumn<TableKey>[]
}

const NONE = ''
const titleOf = ({ title, column }: Layout['columns'][number]): string => title || `第${column + 1}列`

/**
 * 列对应: the meaning of each filled column. Collapsed, it lists the columns that are left out; expanded, each meaning
 * can be changed.
 */
function ColumnsCard({ columns, layout, changes, onChange }: ColumnsProps) {
  const contents: SelectOption<TableKey | typeof NONE>[] = [
    { value: NONE, label: '不导入' },
    ...columns.map(({ key, title }) => ({ value: key, label: title })),
  ]
  const [opened, setOpened] = useState(false)
  const open = opened || layout.missing.length > 0
  const unused = layout.columns.filter((one) => keyOf(changes, one) === null)
  const isMapped = (key: TableKey) => layout.columns.some((one) => keyOf(changes, one) === key)
  const used = layout.columns.length - unused.length
  const lacking = layout.lacking.filter(({ key }) => layout.columns.some((one) => one.key === key) || !isMapped(key))
  return (
    <Card
      title="列对应"
      extra={!open && <CardMore onClick={() => setOpened(true)}>修改</CardMore>}
      className="import-map"
    >
      <Note weight="r" pad={[6, 16, 4]}>
        标题在第 {layout.heading} 行，已对应 {used} 列
        {unused.length > 0 && `；不导入：${unused.map(titleOf).join('、')}`}
      </Note>
      {lacking.length > 0 && (
        <Stack gap={8} pad={[4, 12, 12]}>
          {lacking.map(({ key, text, perhaps }) => {
            const column = unused.find((one) => perhaps.includes(one.column))
            const action =
              column !== undefined
                ? {
                    label: `对应「${titleOf(column)}」`,
                    onClick: () => onChange(withColumn(changes, layout, column.column, key)),
                  }
                : open || isMapped(key)
                  ? undefined
                  : { label: '选择列', onClick: () => setOpened(true) }
            return (
              <Notice key={key} action={action}>
                {text}
              </Notice>
            )
          })}
        </Stack>
      )}
      {layout.sheets.length > 1 && (
        <Field label="工作表">
          <Select
            title="工作表"
            value={changes.sheet ?? layout.sheet}
            options={layout.sheets.map((label, value) => ({ value, label }))}
            onChange={(sheet) => onChange({ ...changes, sheet })}
          />
        </Field>
      )}
      {open &&
        layout.columns.map((one) => (
          <Field
            key={one.column}
            label={
              <>
                {titleOf(one)}
                <small>{one.example || '（空）'}</small>
              </>
            }
          >
            <Select<TableKey | typeof NONE>
              title={titleOf(one)}
              value={keyOf(changes, one) ?? NONE}
              options={contents}
              onChange={(key) => onChange(withColumn(changes, layout, one.column, key === NONE ? null : key))}
            />
          </Field>
        ))}
    </Card>
  )
}

type Job = ReturnType<typeof useJob>
type Counts = NonNullable<NonNullable<Job['job']>['counts']>

/** The number of rows that an import of the valid rows would write. */
const goodOf = ({ created, updated }: Counts): number => created + updated

interface ResultProps {
  readonly of: Job
  readonly doing: string
  readonly trial?: boolean
  /** The verb for rows that exist already: 更新. */
  readonly update: string
  /** Content between the counts and the issues. */
  readonly children?: ReactNode
}

/** The result of a check or an import: the number of rows by result, and the issues with their positions. */
function Result({ of: { job, error, over }, doing, trial, update, children }: ResultProps) {
  if (error) return <Notice tone="danger">{error.message}</Notice>
  if (job === undefined || !over)
    return (
      <Card pad>
        <Stack gap={12} role="status">
          <span className="num">{job?.total ? `${doing} ${job.done}/${job.total} 行` : `${doing}…`}</span>
          <Progress value={job?.total ? (job.done / job.total) * 100 : 0} label={doing} />
        </Stack>
      </Card>
    )
  const { counts } = job
  return (
    <>
      {job.message !== '' && <Notice tone="danger">{job.message}</Notice>}
      {counts && (
        <Card pad title={trial ? '检查完成' : isJobFailed(job.state) ? '未导入' : '导入完成'}>
          <Grid as="dl" columns={4} gap={8} below={12} text="center" num>
            <Count name={trial ? '可新建' : '已新建'} value={counts.created} tone="success" />
            <Count name={`${trial ? '可' : '已'}${update}`} value={counts.updated} tone="primary" />
            <Count name="跳过" value={counts.skipped} />
            <Count name="有误" value={counts.failed} tone="danger" />
          </Grid>
          <ResultLink url={job.resultUrl} name={job.resultName} />
        </Card>
      )}
      {children}
      <IssueTable title="需要修改" issues={job.issues} />
      <IssueTable title="请核对" issues={job.warnings} />
    </>
  )
}

const Count = ({ name, value, tone }: { name: string; value: number; tone?: Ink }) => (
  <div>
    <Note as="dt">{name}</Note>
    <Text as="dd" ink={value > 0 ? tone : undefined} size="xl" weight="b">
      {value}
    </Text>
  </div>
)

type Issue = OutputOf<typeof calls.job.detail>['issues'][number]

/** Errors and warnings by row and column of the uploaded table; renders nothing if there are none. */
function IssueTable({ title, issues }: { title: string; issues: readonly Issue[] }) {
  if (issues.length === 0) return null
  return (
    <Card
      pad
      title={title}
      extra={
        <Text note weight="r">
          完整清单见结果文件
        </Text>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the region scrolls horizontally and must be reachable by keyboard. */}
      <section className="import-issues" aria-label={title} tabIndex={0}>
        <table className="num">
          <thead>
            <tr>
              <th scope="col">行</th>
              <th scope="col">列</th>
              <th scope="col">内容</th>
              <th scope="col">原因</th>
            </tr>
          </thead>
          <tbody>
            {issues.map(({ row, column, value, reason }) => (
              <tr key={`${row}-${column}-${reason}`}>
                <td>{row}</td>
                <td>{column ?? '整行'}</td>
                <td>{value || '（空）'}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Card>
  )
}
