import { defineCatalogue } from '@boxwood/command-bus/messages';

/** OPS: errors of a running operation, from 6 on and by kind of operation (ERR-031 to ERR-038, section 1.13). */
export const operationMessages = defineCatalogue({
  'operation.source': { level: 'error', en: 'The source cannot be opened', zh: '源文件打开失败' },
  'operation.targetExists': { level: 'error', en: 'The target exists already', zh: '目标已存在' },
  'operation.unsafe': { level: 'error', en: 'Unsafe path', zh: '路径不安全' },
  'operation.targetNotWritable': { level: 'error', en: 'The target cannot be written', zh: '目标无法写入' },
  'operation.io': { level: 'error', en: 'Read or write error', zh: '读写错误' },
  'operation.noSpace': { level: 'error', en: 'Not enough space', zh: '空间不足' },
  'operation.password': { level: 'error', en: 'Wrong password', zh: '密码错误' },
  'operation.safePassword': {
    level: 'error',
    en: 'Wrong password, or the safe is locked',
    zh: '密码错误或保险箱已锁定',
  },
  'operation.notEncrypted': {
    level: 'error',
    en: 'Not an encrypted file, or encrypted already',
    zh: '不是加密文件或已加密',
  },
  'operation.fileDamaged': { level: 'error', en: 'The file is damaged', zh: '文件已损坏' },
  'operation.format': { level: 'error', en: 'This archive format is not supported', zh: '不支持的压缩格式' },
  'operation.archiveDamaged': { level: 'error', en: 'The archive is damaged', zh: '压缩包已损坏' },
  'operation.unsafeEntry': {
    level: 'error',
    en: 'The archive has an entry outside the target',
    zh: '压缩包内含有目标目录之外的条目',
  },
  'operation.archiveTooLarge': { level: 'error', en: 'The archive is too large when unpacked', zh: '压缩包解压后过大' },
  'operation.remote': { level: 'error', en: 'The remote side refused', zh: '远端拒绝' },
  'operation.retries': { level: 'error', en: 'Retry failed 3 times', zh: '重试 3 次失败' },
  'operation.firmwareDownload': { level: 'error', en: 'Firmware download failed', zh: '固件下载失败' },
  'operation.firmwareCheck': { level: 'error', en: 'Firmware check failed', zh: '固件校验失败' },
  'operation.firmwareFlash': { level: 'error', en: 'Firmware flash failed', zh: '固件写入失败' },
});

type OperationMessagesByCode = Readonly<Record<number, keyof typeof operationMessages>>;

const FILE_ERRORS = {
  6: 'operation.source',
  7: 'operation.targetExists',
  8: 'operation.unsafe',
  9: 'operation.targetNotWritable',
  10: 'operation.io',
  11: 'operation.noSpace',
} as const satisfies OperationMessagesByCode;

/** The four groups of operations that share a table. */
export const OPERATION_ERRORS = {
  transfer: { ...FILE_ERRORS, 15: 'operation.remote', 16: 'operation.retries' },
  crypt: { ...FILE_ERRORS, 12: 'operation.safePassword', 13: 'operation.notEncrypted', 14: 'operation.fileDamaged' },
  archive: {
    ...FILE_ERRORS,
    12: 'operation.password',
    13: 'operation.format',
    14: 'operation.archiveDamaged',
    15: 'operation.unsafeEntry',
    16: 'operation.archiveTooLarge',
  },
  upgrade: {
    6: 'operation.firmwareDownload',
    7: 'operation.firmwareCheck',
    8: 'operation.firmwareFlash',
    9: 'operation.noSpace',
  },
} as const satisfies Readonly<Record<string, OperationMessagesByCode>>;

export type OperationGroup = keyof typeof OPERATION_ERRORS;

/** The group of an operation (`tb_cmd`); an unknown one counts as a transfer. */
export const operationGroup = (operation: string): OperationGroup => {
  switch (operation) {
    case 'EMOVE':
    case 'DMOVE':
      return 'crypt';
    case 'COMPRESS':
    case 'DECOMPRESS':
      return 'archive';
    case 'UPGRADE':
      return 'upgrade';
    default:
      return 'transfer';
  }
};
