import { defineMessages } from '../../platform/i18n/define-messages.ts';

export const messages = defineMessages('containers', {
  pages: { en: 'Pages of the container service', zh: '容器服务页面' },
  overview: { en: 'Overview', zh: '概览' },
  overviewText: { en: 'The service will be started and stopped here.', zh: '将在此启动和停止容器服务。' },
  containers: { en: 'Containers', zh: '容器' },
  containersText: {
    en: 'Containers will be created, started and removed here.',
    zh: '将在此创建、启动和删除容器。',
  },
  images: { en: 'Images', zh: '镜像' },
  imagesText: { en: 'The images on the box will be listed here.', zh: '将在此查看盒子上的镜像。' },
  registry: { en: 'Registry and mirrors', zh: '镜像仓库与加速' },
  registryText: { en: 'Images will be searched and downloaded here.', zh: '将在此搜索和下载镜像。' },
  builtIn: { en: 'Built-in containers', zh: '内置容器' },
  builtInText: {
    en: 'Built-in containers will be installed here.',
    zh: '将在此安装内置容器。',
  },
  later: { en: '{text} This version of the box does not offer it yet.', zh: '{text}当前版本的盒子尚不支持。' },
});
