import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const ownModelMessages = defineMessages('photo-own-model', {
  title: { en: 'More kinds of things', zh: '识别更多物品' },
  none: {
    en: 'Add your own classifier, as ONNX with its labels, to recognise more kinds. Put model.onnx and labels.txt (one kind per line) into this folder of the machine.',
    zh: '可以添加自己的 ONNX 分类模型来识别更多物品：将 model.onnx 和 labels.txt（每行一个名称）放入设备上的以下文件夹。',
  },
  used_one: { en: '{file} recognises {count} kind.', zh: '{file} 可区分 {count} 种物品。' },
  used_other: { en: '{file} recognises {count} kinds.', zh: '{file} 可区分 {count} 种物品。' },
  opening: { en: '{file} is being read.', zh: '正在读取 {file}。' },
  refused: { en: '{file} is not used.', zh: '未使用 {file}。' },
  labels: {
    en: 'labels.txt is missing, or is not a list of 2 to 5,000 names, one per line.',
    zh: 'labels.txt 缺失，或不是每行一个名称的列表（2 至 5000 个）。',
  },
  large: { en: 'It is larger than 128 MB.', zh: '文件大于 128 MB。' },
  broken: { en: 'It is not an ONNX model that runs on this machine.', zh: '该文件不是可在此设备上运行的 ONNX 模型。' },
  shape: {
    en: 'Its input is not one picture with three colours, of 8 to 640 pixels a side.',
    zh: '模型的输入不是单张三通道图片（边长 8 至 640 像素）。',
  },
  count: {
    en: 'Its number of kinds differs from the number of lines in labels.txt.',
    zh: '模型的类别数与 labels.txt 的行数不一致。',
  },
  slow: {
    en: 'It is too slow: more than a minute to load, or 20 seconds for a picture.',
    zh: '运行太慢：加载超过一分钟，或识别一张照片超过 20 秒。',
  },
  folder: { en: 'Folder:', zh: '文件夹：' },
});
