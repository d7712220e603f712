import { isTable, TABLE_NAMES } from '@cheyi/domain/platform/media/path'
import { MAX_IMPORT_ROWS } from '@cheyi/domain/platform/table-import/layout'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { calls, newKey, useWrite } from '../../../kernel/call/calls.ts'
import { CallFailure } from '../../../kernel/call/failure.ts'
import type { WireCall } from '../../../kernel/call/wire.ts'
import { pickFiles } from '../../../kernel/media/file-pick.ts'
import { sendFile } from '../../../kernel/media/upload-send.ts'
import { Progress } from '../../../ui/frame/steps.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Button, Card, Notice, Stack, Text } from '../../../ui/layout.tsx'
import { useJob } from '../../job/parts/use-job.ts'

export interface Trial {
  readonly check: string
  /** The file that the check reads. */
  readonly file: string
}

type Asked = { jobId: string }

interface UploadProps<I> {
  readonly check: WireCall<I, Asked>
  /** Adds the further input of the check to the uploaded file. */
  readonly askOf: (table: { mediaId: string }) => I
  readonly template: WireCall<Record<string, never>, Asked>
  /** An option that the user sets before the check. */
  readonly option?: ReactNode
  /** Hints about the content of such a table. */
  readonly notes: readonly string[]
  /** Rows of one file; missing: {@link MAX_IMPORT_ROWS}. */
  readonly most?: number | undefined
  readonly onAsked: (trial: Trial) => void
}

/** Uploads the file, and offers a template for it. */
export function Upload<I>({
  check,
  askOf,
  template: templateCall,
  option,
  notes,
  most = MAX_IMPORT_ROWS,
  onAsked,
}: UploadProps<I>) {
  const [percent, setPercent] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [template, setTemplate] = useState<string>()
  const asking = useWrite(check, { quiet: true, onFailure: ({ message }) => setProblem(message) })
  const making = useWrite(templateCall)
  const made = useJob(template)
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (made.job?.resultUrl) link.current?.click()
  }, [made.job?.resultUrl])

  async function choose() {
    // Older file formats are selectable too: the server detects them by content and explains what to do.
    const [file] = await pickFiles({ accept: TABLE_NAMES.join(), multiple: false, camera: false })
    if (!file) return
    setProblem(undefined)
    if (!isTable(file.name)) return setProblem('请选择 XLSX 或 CSV 文件')
    if (file.size > 10 * 1024 * 1024) return setProblem('文件不能超过10MB')
    setPercent(0)
    try {
      const { mediaId } = await sendFile(calls.media.upload, { biz: 'import' }, file, {
        key: newKey(),
        onProgress: setPercent,
      })
      const asked = await asking.run(askOf({ mediaId }))
      if (asked) onAsked({ check: asked.jobId, file: mediaId })
    } catch (error) {
      setProblem(error instanceof CallFailure ? error.message : '上传失败，请重试')
    } finally {
      setPercent(undefined)
    }
  }
  return (
    <>
      <Card pad title="上传表格">
        <Stack
          as="button"
          gap={4}
          below={12}
          align="center"
          justify="center"
          full
          round
          ink="link"
          size="m"
          weight="m"
          type="button"
          className="import-drop"
          disabled={percent !== undefined}
          onClick={() => void choose()}
        >
          <Icon name="plus" size={24} />
          {percent === undefined ? '选择表格' : `正在上传 ${percent}%`}
          <small>先检查、不写入，确认后才会导入</small>
        </Stack>
        {percent !== undefined && <Progress value={percent} label="正在上传" />}
        {problem && <Notice tone="danger">{problem}</Notice>}
        {option}
      </Card>
      <Card pad title="用什么表格">
        <Box as="ul" below={12} ink={2} className="import-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
          <li>列名、顺序不限，上传后可指定各列的含义；每次最多 {most.toLocaleString('en')} 行</li>
          <li>支持 XLSX 与 CSV（UTF-8 或 GBK），不超过 10MB</li>
        </Box>
        <Button
          icon="document"
          loading={making.pending || (template !== undefined && !made.over)}
          onClick={async () => setTemplate((await making.run({}))?.jobId)}
        >
          下载模板
        </Button>
        {made.job?.resultUrl && (
          <Text as="a" ink="link" size="s" ref={link} href={made.job.resultUrl} download={made.job.resultName}>
            {made.job.resultName}
          </Text>
        )}
      </Card>
    </>
  )
}
