// Preloaded into a box: on SIGUSR2 it throws an uncaught error, and creates an unhandled rejection.
process.on('SIGUSR2', () => {
  setTimeout(() => {
    throw new Error('thrown on purpose');
  });
  Promise.reject(new Error('rejected on purpose'));
});
