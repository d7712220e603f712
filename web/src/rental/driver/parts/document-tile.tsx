import './document-tile.css'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Box, Note, Stack, Text } from '../../../ui/layout.tsx'
import { Spinner } from '../../../ui/show/spinner.tsx'

export interface DocumentTileProps {
  /** 人像面, 驾驶证正页. */
  readonly name: string
  readonly optional?: boolean
  /** Taking the picture also gives the consent shown above. */
  readonly agrees?: boolean
  readonly error?: string
  /** The picture, new or stored; undefined for none. */
  readonly url: string | undefined
  readonly status: 'none' | 'uploading' | 'failed' | 'done'
  readonly progress: number
  readonly onTake: () => void
  readonly onRetry: () => void
}

/** The tile of one document page: take the picture, watch its upload, take it again. */
export function DocumentTile(props: DocumentTileProps) {
  const { name, optional, agrees, error, url, status, progress, onTake, onRetry } = props
  return (
    <Box size="s" text="center" data-field-error={error ? true : undefined}>
      <Box fill="press" round className={cx('person-entry-picture', status === 'none' && 'person-entry-add')}>
        {url && <img src={url} alt={name} decoding="async" />}
        {status === 'none' && (
          <Stack
            as="button"
            gap={4}
            align="center"
            justify="center"
            ink="link"
            weight="m"
            type="button"
            onClick={onTake}
          >
            <Icon name="camera" size={24} />
            {agrees && '客户同意，'}拍{name}
          </Stack>
        )}
        {status === 'done' && (
          <button type="button" aria-label={`重拍${name}`} onClick={onTake}>
            <span className="person-entry-again">重拍</span>
          </button>
        )}
        {status === 'uploading' && (
          <Stack
            as="span"
            gap={2}
            align="center"
            justify="center"
            size="xs"
            className="person-entry-cover num"
            role="status"
          >
            <Spinner large />
            上传中 {Math.round(progress)}%
          </Stack>
        )}
        {status === 'failed' && (
          <Stack
            as="button"
            gap={2}
            align="center"
            justify="center"
            size="xs"
            type="button"
            className="person-entry-cover"
            onClick={onRetry}
          >
            <Icon name="refresh" />
            上传失败，重试
          </Stack>
        )}
      </Box>
      <Text as="p" top={6}>
        {name}
        {optional && <small> 选填</small>}
      </Text>
      {error && (
        <Note top={6} ink="danger" role="alert">
          {error}
        </Note>
      )}
    </Box>
  )
}
