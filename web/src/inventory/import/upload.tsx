import { MAX_IMPORT_ROWS } from '@cheyi/domain/inventory/import/plan'
import { useEffect, useRef, useState } from 'react'
import { useJob } from '../../job/parts/use-job.ts'
import { newKey } from '../../kernel/call/attempt.ts'
import { calls, useWrite } from '../../kernel/call/calls.ts'
import { CallFailure } from '../../kernel/call/failure.ts'
import { pickFiles } from '../../kernel/media/file-pick.ts'
import { sendFile } from '../../kernel/media/upload-send.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { Progress } from '../../ui/frame/steps.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Box, Stack, Text } from '../../ui/layout.tsx'
import { Notice } from '../../ui/modal/notice.tsx'
import { Card } from '../../ui/show/card.tsx'

export interface Trial {
  readonly check: string
  /** The table that it reads. */
  readonly file: string
  readonly overwrite: boolean
}

/** The file, with the template to begin from. */
export function Upload({ onAsked }: { onAsked: (trial: Trial) => void }) {
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
      if (asked) onAsked({ check: asked.jobId, file: mediaId, overwrite })
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
        <Checkbox checked={overwrite} onChange={({ target }) => setOverwrite(target.checked)}>
          覆盖已有车辆（按车架号、其次车牌号对应）
        </Checkbox>
      </Card>
      <Card pad title="用什么表格">
        <Box as="ul" below={12} ink={2} className="import-notes">
          <li>店里现有的台账即可：列名、顺序不限，上传后可指定各列的含义</li>
          <li>一行一辆车，须有车牌号和车架号；每次最多 {MAX_IMPORT_ROWS.toLocaleString('en')} 行</li>
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
